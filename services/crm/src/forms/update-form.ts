import type { Handler } from "../../gen/rpc.ts";
import { forms } from "./form.ts";

/** Merges the patch into the form; one after which it reads as before writes nothing. */
export const updateForm: Handler<"UpdateForm"> = forms.update;
