import type { McpMethod } from "../call.ts";
import { INSTRUCTIONS, SUPPORTED } from "../protocol.ts";
import { resultOf } from "../results.ts";
import { cacheable } from "../cacheable.ts";

const MEMBERS = JSON.stringify({
  supportedVersions: SUPPORTED,
  capabilities: { tools: {} },
  instructions: INSTRUCTIONS,
  ...cacheable,
}).slice(1, -1);

/** server/discover of the modern era: versions and capabilities, in place of initialize. */
export const discover: McpMethod = ({ era }) => resultOf(era, MEMBERS);
