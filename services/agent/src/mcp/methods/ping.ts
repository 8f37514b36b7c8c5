import type { McpMethod } from "../server.ts";

/** ping of the legacy era. */
export const ping: McpMethod = () => "{}";
