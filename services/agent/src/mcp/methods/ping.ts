import type { McpMethod } from "../call.ts";

/** ping of the legacy era. */
export const ping: McpMethod = () => "{}";
