import type { McpMethod } from "../server.ts";
import { LEGACY, LEGACY_NEWEST } from "../protocol.ts";

/** initialize of the legacy era: the version asked for, or our newest; never an error, and no session. */
export const initialize: McpMethod = ({ message, server }) => {
  const asked = message.params["protocolVersion"];
  return JSON.stringify({
    protocolVersion: LEGACY.find((version) => version === asked) ?? LEGACY_NEWEST,
    capabilities: server.capabilities,
    serverInfo: server.info,
    instructions: server.instructions,
  });
};
