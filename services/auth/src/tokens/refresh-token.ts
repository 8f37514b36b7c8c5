import type { SystemTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { OpenCall } from "@jst/rpc";
import type { OpenHandler, TokenPair } from "../../gen/rpc.ts";
import { requireWithinLimit } from "../rate-limits.ts";
import type { AccountDeps } from "../deps.ts";
import { hashBytes, insertToken } from "./queries.ts";
import { lockRole } from "./minter.ts";
import {
  consumeRefresh,
  findLastOfFamily,
  findRefresh,
  type LastOfFamily,
  type StoredRefresh,
} from "./refresh-queries.ts";
import { lockFamily, revokeFamily } from "./revoke.ts";
import { isRefreshTokenValue, newTokenValue } from "./token-format.ts";

/** Refreshes of one sign-in within a minute; an application needs one an hour. */
const perMinute = 60;

/**
 * Exchanges a refresh token for a new pair. It works once. A second use, even a retry that came too late, ends the
 * sign-in with all its tokens: one of the two holders is not the member (tokens.refresh).
 */
export const refreshToken: OpenHandler<"RefreshToken"> = async ({ body }, call) => {
  const { operator } = call.deps;
  if (!isRefreshTokenValue(body.refresh_token)) throw invalid();
  const hash = hashBytes(body.refresh_token);
  const known = await findRefresh(operator, hash);
  if (known === undefined) throw invalid();
  requireWithinLimit(await call.deps.refreshLimiter.take(known.family_id, perMinute), "refreshes");
  const outcome = await operator.transaction(async (tx) => {
    await lockFamily(tx, known.family_id);
    const stored = (await findRefresh(tx, hash)) ?? known;
    if (stored.is_barred || stored.is_revoked) return invalid();
    // Two holders are two holders, however late the second one comes.
    if (stored.is_expired && !stored.is_used) return expired();
    const last = await findLastOfFamily(tx, stored);
    if (!(await lockMembers(tx, stored, last))) return invalid();
    return (await consumeRefresh(tx, stored))
      ? exchange(tx, stored, last, call)
      : endFamily(tx, stored, call);
  });
  // Thrown only now: the end of a family must be committed.
  if (outcome instanceof AppError) throw outcome;
  return { body: { ...outcome }, headers: { "cache-control": "no-store" } };
};

/**
 * True if the member and the sponsor of the sign-in are active. Locks both until the transaction ends, so that a
 * removal at that moment ends the new pair too.
 */
async function lockMembers(
  tx: SystemTx,
  { team_id, member_id }: StoredRefresh,
  { origin: { sponsor } }: LastOfFamily,
): Promise<boolean> {
  const ids = sponsor?.type === "member" ? [sponsor.id, member_id] : [member_id];
  for (const id of ids) if ((await lockRole(tx, team_id, id)) === undefined) return false;
  return true;
}

async function exchange(
  tx: SystemTx,
  stored: StoredRefresh,
  { name, scopes, origin }: LastOfFamily,
  call: OpenCall<AccountDeps>,
): Promise<TokenPair> {
  const [value, refresh_token] = [newTokenValue("human"), newTokenValue("refresh")];
  const token = await insertToken(tx, {
    teamId: stored.team_id,
    memberId: stored.member_id,
    type: "human",
    name,
    scopes,
    reason: null,
    value,
    refreshToken: refresh_token,
    familyId: stored.family_id,
    origin,
  });
  const entry = { action: "refresh", resource: "tokens", resourceId: token.id, outcome: "success" } as const;
  const sponsorId = origin.sponsor?.type === "member" ? origin.sponsor.id : stored.member_id;
  const actor = { ...actorOf(stored, call), ...(sponsorId === stored.member_id ? {} : { sponsorId }) };
  tx.defer(auditStatement(actor, entry));
  return { value, refresh_token, expires_at: token.expires_at ?? "" };
}

async function endFamily(
  tx: SystemTx,
  stored: StoredRefresh,
  call: OpenCall<AccountDeps>,
): Promise<AppError> {
  await revokeFamily(tx, stored.team_id, stored.family_id, "refresh_replay");
  const refusal = invalid();
  const { code } = refusal;
  const entry = {
    action: "refresh_replay",
    resource: "tokens",
    resourceId: stored.id,
    outcome: "denied",
    code,
  } as const;
  tx.defer(auditStatement(actorOf(stored, call), entry));
  return refusal;
}

/** Names the member whose sign-in it was: the holder of the token may be somebody else. */
function actorOf(
  { team_id, id, member_id }: StoredRefresh,
  { requestId, traceparent }: OpenCall<AccountDeps>,
) {
  return { teamId: team_id, actorType: "human", actorId: member_id, tokenId: id, requestId, traceparent };
}

function expired(): AppError {
  return unauthorized("expired_token", "This refresh token has expired. Sign in again.");
}

function invalid(): AppError {
  return unauthorized("invalid_token", "This refresh token is not valid. Sign in again.");
}

function unauthorized(code: "invalid_token" | "expired_token", detail: string): AppError {
  return new AppError(code, detail, {
    headers: { "www-authenticate": "Bearer", "cache-control": "no-store" },
  });
}
