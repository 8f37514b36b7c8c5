import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Merges the patch into the template. */
export const updateTemplate: Handler<"UpdateTemplate"> = templates.update;
