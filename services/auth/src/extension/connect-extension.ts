import type { Handler, Scope } from "../../gen/rpc.ts";
import { withoutDuplicates } from "../tokens/draft.ts";
import { mint } from "../tokens/mint.ts";
import { lockAuthority } from "../tokens/minter.ts";
import { requireNoBroader, requireServiceToken } from "../tokens/require-no-broader.ts";

/**
 * Mints a human token for a member, with no more than the calling service token may do, and shows it this once
 * (extension.connect).
 */
export const connectExtension: Handler<"ConnectExtension"> = async ({ body }, call) => {
  const { member_id, name = "Extension" } = body;
  requireServiceToken(call.caller);
  // The caller's scopes were validated when its token was minted.
  const scopes = withoutDuplicates(body.scopes ?? (call.caller.scopes as readonly Scope[]));
  requireNoBroader(call.caller, scopes);
  return call.write(async (tx) => {
    const { origin } = await lockAuthority(tx, call.caller, ["tokens", "write"]);
    const { stored, ...secrets } = await mint(tx, { type: "human", name, member_id, scopes }, origin);
    const { expires_at } = stored;
    return {
      body: { ...secrets, expires_at, scopes, base_url: call.deps.baseUrl },
      headers: { "cache-control": "no-store" },
    };
  });
};
