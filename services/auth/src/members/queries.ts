import type { Role } from "@jst/caller";
import { instant, type Row, type TeamTx } from "@jst/db";
import { emailSpellings } from "@jst/values/email";

/** A member as the API shows one (tokens.members). */
export interface ShownMember extends Row {
  id: string;
  name: string | null;
  email: string;
  role: Role;
  /** invited until the first sign-in. */
  status: "invited" | "active";
  created_at: string;
}

/** SQL of a member as JSON, over the row `t`. */
export const MEMBER = `json_build_object('id', t.id, 'name', t.name, 'email', t.email, 'role', t.role,
    'status', case when t.accepted_at is null then 'invited' else 'active' end, 'created_at', ${instant("t.created_at")})`;

/** Locks the team's members until the transaction ends, so that simultaneous removals leave an owner. */
export async function lockMembers(tx: TeamTx): Promise<void> {
  await tx.query({
    name: "members.hold",
    text: "select pg_advisory_xact_lock(hashtextextended('auth members ' || $1, 0))",
    values: [tx.context.teamId],
  });
}

/** Finds the member with this id unless removed; undefined without one. */
export async function findMember(tx: TeamTx, id: string): Promise<ShownMember | undefined> {
  const [row] = await tx.query<{ member: ShownMember }>({
    name: "members.find",
    text: `select ${MEMBER} as member from auth.members t where t.team_id = $1 and t.id = $2 and t.removed_at is null`,
    values: [tx.context.teamId, id],
  });
  return row?.member;
}

/** SQL for the address of a member, of its spellings `$2`: the one that the team has, or the one that people read. */
export const STORED_EMAIL = `coalesce(
  (select m.email from auth.members m where m.team_id = $1 and m.email = any ($2::text[]) limit 1),
  ($2::text[])[cardinality($2::text[])])`;

/** Stores a member, or brings back the removed one of that address; undefined where the address is a member's. */
export async function storeMember(
  tx: TeamTx,
  { email, role, name }: { email: string; role: string; name: string | null },
): Promise<ShownMember | undefined> {
  const [row] = await tx.query<{ member: ShownMember }>({
    name: "members.store",
    text: `insert into auth.members as t (team_id, email, role, name) values ($1, ${STORED_EMAIL}, $3, $4)
      on conflict (team_id, email) do update
        set role = excluded.role, name = coalesce(excluded.name, t.name), removed_at = null, suspended_at = null,
          accepted_at = null
        where t.removed_at is not null
      returning ${MEMBER} as member`,
    values: [tx.context.teamId, emailSpellings(email), role, name],
  });
  return row?.member;
}

/** Stores role and name. */
export async function changeMember(tx: TeamTx, { id, role, name }: ShownMember): Promise<void> {
  await tx.query({
    name: "members.change",
    text: "update auth.members set role = $3, name = $4 where team_id = $1 and id = $2",
    values: [tx.context.teamId, id, role, name],
  });
}

/** True if the team has another owner who can sign in. */
export async function hasOtherOwner(tx: TeamTx, id: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>({
    name: "members.other_owner",
    text: `select exists (select from auth.members
      where team_id = $1 and id <> $2 and role = 'owner' and suspended_at is null) as has`,
    values: [tx.context.teamId, id],
  });
  return row?.has === true;
}

/**
 * Counts how often the invitation was sent once more in the last 24 hours, and the seconds until the first of these is
 * older.
 */
export async function countInvitations(
  tx: TeamTx,
  memberId: string,
): Promise<{ count: number; seconds: number }> {
  const [row] = await tx.query<{ count: number; seconds: number }>({
    name: "members.count_invitations",
    text: `select count(*)::int as count,
        coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - now())), 0)::int as seconds
      from auth.member_mails
      where team_id = $1 and member_id = $2 and is_again and created_at > now() - interval '24 hours'`,
    values: [tx.context.teamId, memberId],
  });
  if (row === undefined) throw new Error("A count has no row.");
  return row;
}
