import type { Handler } from "../../gen/rpc.ts";
import { forms } from "./form.ts";

/** Answers one page of the team's forms; the archived ones only where they are asked for. */
export const listForms: Handler<"ListForms"> = forms.page;
