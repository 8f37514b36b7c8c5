import type { Minter, Scope } from "@jst/caller";
import type { Row } from "@jst/db";
import type { Operator } from "../operator.ts";
import { sponsorOf, type Origin, type StoredSponsor } from "./minter.ts";

/** A refresh token as it stands, with what decides whether it may be used. */
export interface StoredRefresh extends Row {
  team_id: string;
  id: string;
  family_id: string;
  member_id: string;
  is_used: boolean;
  is_revoked: boolean;
  is_expired: boolean;
  /** The member is suspended or the team deleted. */
  is_barred: boolean;
}

const STATE = `r.team_id, r.id, r.family_id, r.member_id, r.used_at is not null as is_used,
  r.revoked_at is not null as is_revoked, r.expires_at <= now() as is_expired,
  m.suspended_at is not null or t.deleted_at is not null as is_barred`;

const FROM = `auth.refresh_tokens r
  join auth.members m on m.team_id = r.team_id and m.id = r.member_id
  join auth.teams t on t.team_id = r.team_id`;

/** Finds the refresh token with this hash; undefined without one. */
export async function findRefresh(operator: Operator, hash: Buffer): Promise<StoredRefresh | undefined> {
  const [row] = await operator.query<StoredRefresh>({
    name: "refresh.find",
    text: `select ${STATE} from ${FROM} where r.hash = $1`,
    values: [hash],
  });
  return row;
}

/**
 * Uses the refresh token up. The condition is part of the update, so of all that try at once one succeeds (delivery,
 * finding 9).
 */
export async function consumeRefresh(
  operator: Operator,
  { team_id, id }: Pick<StoredRefresh, "team_id" | "id">,
): Promise<boolean> {
  const rows = await operator.query({
    name: "refresh.consume",
    text: `update auth.refresh_tokens set used_at = now()
      where team_id = $1 and id = $2 and used_at is null and revoked_at is null and expires_at > now()
      returning id`,
    values: [team_id, id],
  });
  return rows.length === 1;
}

/** Facts that the sign-in's next access token inherits from its last. */
export interface LastOfFamily {
  name: string;
  scopes: Scope[];
  origin: Origin;
}

interface StoredLast extends StoredSponsor, Omit<LastOfFamily, "origin"> {
  minted_by_type: Minter["type"] | null;
  minted_by_id: string | null;
}

/** Answers name, scopes and origin of the sign-in's last access token. */
export async function findLastOfFamily(
  operator: Operator,
  { team_id, family_id }: StoredRefresh,
): Promise<LastOfFamily> {
  const [token] = await operator.query<StoredLast>({
    name: "refresh.last",
    text: `select name, scopes, minted_by_type, minted_by_id, sponsor_type, sponsor_id from auth.tokens
      where team_id = $1 and family_id = $2
      order by created_at desc, id desc
      limit 1`,
    values: [team_id, family_id],
  });
  if (token === undefined) throw new Error("A refresh token without an access token cannot be.");
  const { name, scopes, minted_by_type: type, minted_by_id: id } = token;
  return {
    name,
    scopes,
    origin: { mintedBy: type === null ? null : { type, id }, sponsor: sponsorOf(token) },
  };
}
