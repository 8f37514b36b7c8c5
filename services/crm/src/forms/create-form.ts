import type { Handler } from "../../gen/rpc.ts";
import { forms } from "./form.ts";

/** Stores the form, under a slug that no other one has or had. */
export const createForm: Handler<"CreateForm"> = forms.create;
