import { flaggedDeleted } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Deletes the template; its name is free at once. */
export const deleteTemplate: Handler<"DeleteTemplate"> = async (input, call) =>
  flaggedDeleted(await templates.delete(input, call));
