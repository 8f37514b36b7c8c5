import type { Handler } from "../../gen/rpc.ts";
import { forms } from "./form.ts";

/** Answers one form, or the form as a version left it; 304 when the caller already has this version. */
export const getForm: Handler<"GetForm"> = forms.read;
