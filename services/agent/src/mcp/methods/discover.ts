import { cacheable } from "../cacheable.ts";
import type { McpMethod } from "../server.ts";
import { SUPPORTED } from "../protocol.ts";
import { resultOf } from "../results.ts";

/** server/discover of the modern era: versions and capabilities, in place of initialize. */
export const discover: McpMethod = (call) => {
  const { capabilities, instructions } = call.server;
  const members = { supportedVersions: SUPPORTED, capabilities, instructions, ...cacheable };
  return resultOf(call, JSON.stringify(members).slice(1, -1));
};
