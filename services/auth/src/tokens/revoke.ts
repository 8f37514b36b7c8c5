import { instant, type Row } from "@jst/db";
import type { Operator } from "../operator.ts";

/** Facts of a token that revoking needs. */
export interface Revocable extends Row {
  family_id: string | null;
  /** RFC 3339; null while it lives. */
  revoked_at: string | null;
}

export async function findRevocable(
  operator: Operator,
  teamId: string,
  id: string,
): Promise<Revocable | undefined> {
  const [token] = await operator.query<Revocable>({
    name: "tokens.revocable",
    text: `select family_id, ${instant("revoked_at")} as revoked_at
      from auth.tokens where team_id = $1 and id = $2`,
    values: [teamId, id],
  });
  return token;
}

/** Revokes one token and answers since when it is revoked; a racing revocation keeps its moment. */
export async function revokeToken(operator: Operator, teamId: string, id: string): Promise<string> {
  const [token] = await operator.query<{ revoked_at: string }>({
    name: "tokens.revoke",
    text: `update auth.tokens set revoked_at = coalesce(revoked_at, now()),
        revoked_reason = case when revoked_at is null then 'revoked' else revoked_reason end
      where team_id = $1 and id = $2
      returning ${instant("revoked_at")} as revoked_at`,
    values: [teamId, id],
  });
  if (token === undefined) throw new Error("The token that was found is gone.");
  return token.revoked_at;
}

/** Why a grant, or a sign-in with all its tokens, ended (oauth.connected-apps, tokens.list). */
export type EndReason =
  | "disconnected"
  | "refresh_replay"
  | "code_replay"
  | "revoked_by_client"
  | "member_removed";

/**
 * Revokes every access and refresh token of a sign-in, those that a refresh under way is about to make included. Of a
 * connected app that is its grant, which ends with them.
 */
export async function revokeFamily(
  operator: Operator,
  teamId: string,
  familyId: string,
  reason: EndReason = "disconnected",
): Promise<void> {
  await lockFamily(operator, familyId);
  await operator.query({
    name: "tokens.revoke_family",
    text: `with refresh as (
        update auth.refresh_tokens set revoked_at = now()
        where team_id = $1 and family_id = $2 and revoked_at is null
      ), ended as (
        update auth.grants set ended_at = now(), ended_reason = $3
        where team_id = $1 and id = $2 and ended_at is null
      )
      update auth.tokens set revoked_at = now(),
        revoked_reason = case when type <> 'oauth_app' and $3 = 'disconnected' then 'revoked' else $3 end
      where team_id = $1 and family_id = $2 and revoked_at is null`,
    values: [teamId, familyId, reason],
  });
}

/** Takes the sign-in's turn until the transaction ends: a refresh and a revocation follow each other. */
export async function lockFamily(operator: Operator, familyId: string): Promise<void> {
  await operator.query({
    name: "tokens.lock_family",
    text: "select pg_advisory_xact_lock(hashtextextended('auth.family ' || $1, 0))",
    values: [familyId],
  });
}
