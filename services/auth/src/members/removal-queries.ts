import { instant } from "@jst/db";
import { emailSpellings } from "@jst/values/email";
import type { Operator } from "../operator.ts";

/** A member who was removed, and whether it happened just now. */
export interface Removed extends Record<string, unknown> {
  id: string;
  removed_at: string;
  isFirst: boolean;
}

/** Marks the member of this id or address as removed; undefined where the team never had one. */
export async function markRemoved(
  operator: Operator,
  teamId: string,
  { id, email }: { id?: string; email?: string },
): Promise<Removed | undefined> {
  const [removed] = await operator.query<Removed>({
    name: "members.remove",
    text: `with member as (
        select id, removed_at from auth.members where team_id = $1 and (id = $2 or email = any ($3::text[])) for update
      ), gone as (
        update auth.members m set removed_at = now(), suspended_at = coalesce(m.suspended_at, now())
        from member where m.team_id = $1 and m.id = member.id and member.removed_at is null
      )
      select id, ${instant("coalesce(removed_at, now())")} as removed_at, removed_at is null as "isFirst" from member`,
    values: [teamId, id ?? null, email === undefined ? null : emailSpellings(email)],
  });
  return removed;
}

/**
 * Ends all that acts in the member's name, and all tokens that the member answers for (tokens.minter): they stay ended
 * when the member comes back. Answers how many of the latter were in use: sign-ins, and tokens without one.
 */
export async function endAllOf(operator: Operator, teamId: string, memberId: string): Promise<number> {
  const [ended] = await operator.query<{ minted: number }>({
    name: "members.end_all",
    text: `with sessions as (
        update auth.sessions set ended_at = now(), end_reason = 'member_removed'
        where team_id = $1 and member_id = $2 and ended_at is null
      ), links as (
        update auth.sign_in_links set used_at = now() where team_id = $1 and member_id = $2 and used_at is null
      ), passkeys as (
        delete from auth.passkeys where team_id = $1 and member_id = $2
      ), apps as (
        update auth.grants set ended_at = now(), ended_reason = 'member_removed'
        where team_id = $1 and member_id = $2 and ended_at is null
      ), refresh as (
        update auth.refresh_tokens set revoked_at = now()
        where team_id = $1 and revoked_at is null and (member_id = $2 or family_id in (
          select family_id from auth.tokens where team_id = $1 and sponsor_id = $2 and family_id is not null))
        returning family_id, used_at is null and expires_at > now() as is_good
      ), ended as (
        update auth.tokens set revoked_at = now(),
          revoked_reason = case when member_id = $2 then 'member_removed' else 'minter_removed' end
        where team_id = $1 and (member_id = $2 or sponsor_id = $2) and revoked_at is null
        returning id, family_id, expires_at, revoked_reason
      )
      select count(distinct coalesce(family_id, id))::int as minted from ended
      where revoked_reason = 'minter_removed' and (expires_at is null or expires_at > now()
        or family_id in (select family_id from refresh where is_good))`,
    values: [teamId, memberId],
  });
  return ended?.minted ?? 0;
}
