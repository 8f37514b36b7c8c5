import type { McpMethod } from "../call.ts";
import { INSTRUCTIONS, LEGACY, LEGACY_NEWEST, SERVER_INFO } from "../protocol.ts";

/** initialize of the legacy era: the version asked for, or our newest; never an error, and no session. */
export const initialize: McpMethod = ({ message }) => {
  const asked = message.params["protocolVersion"];
  return JSON.stringify({
    protocolVersion: LEGACY.find((version) => version === asked) ?? LEGACY_NEWEST,
    capabilities: { tools: {} },
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  });
};
