import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Answers one template; 304 when the caller already has this version. */
export const getTemplate: Handler<"GetTemplate"> = templates.read;
