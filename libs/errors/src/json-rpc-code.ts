import type { ErrorCode } from "./catalogue.ts";
import { statusOf } from "./catalogue.ts";

const codes: Partial<Record<ErrorCode, number>> = {
  missing_token: -32_000,
  invalid_token: -32_000,
  expired_token: -32_000,
  revoked_token: -32_000,
  insufficient_scope: 40_301,
  wildcard_required: 40_301,
  viewer_read_only: 40_301,
  agent_connect_disabled: 40_302,
  isolated_tenant: 40_303,
  mcp_actions_disabled: 40_304,
};

/** JSON-RPC code of a refusal on the MCP doors (agents.protocol-errors); of most it is the status times one hundred. */
export function jsonRpcCodeOf(code: ErrorCode): number {
  return codes[code] ?? statusOf(code) * 100;
}
