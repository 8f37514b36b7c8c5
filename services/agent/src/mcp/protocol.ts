/** The version without sessions, whose requests describe themselves. */
export const MODERN = "2026-07-28";

/** Versions that begin with initialize, newest first. */
export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Newest of them: what a client gets that asks for an unknown one. */
export const LEGACY_NEWEST = LEGACY[0];

/** The only version in which a batch must be understood; a request without a version may be of it. */
export const BATCHES = "2025-03-26";

/** Every version both eras speak. */
export const SUPPORTED = [MODERN, ...LEGACY];

/** Keys of `_meta` that belong to the protocol. */
export const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
} as const;
