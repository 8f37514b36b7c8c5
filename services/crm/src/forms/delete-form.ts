import type { Handler } from "../../gen/rpc.ts";
import { forms } from "./form.ts";

/** Archives the form; again, nothing changes. */
export const deleteForm: Handler<"DeleteForm"> = forms.delete;
