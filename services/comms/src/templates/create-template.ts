import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Stores the template, under a name that no other live one has. */
export const createTemplate: Handler<"CreateTemplate"> = templates.create;
