import type { Caller } from "@jst/caller";

/** What becomes of a permitted call. */
export type Decision = "execute" | "refuse";

/**
 * Whether a call runs. Reads always do; a write runs for a service token. Writes of every other token type
 * become proposals (contract R2), and until proposals exist they are refused (architecture 7).
 */
export function decide(caller: Caller, rpc: { readOnly: boolean }): Decision {
  return rpc.readOnly || caller.token_type === "service" ? "execute" : "refuse";
}
