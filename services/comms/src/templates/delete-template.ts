import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Deletes the template; its name is free at once. */
export const deleteTemplate: Handler<"DeleteTemplate"> = templates.deleteFlagged;
