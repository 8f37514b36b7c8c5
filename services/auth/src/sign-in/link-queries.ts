import { instant } from "@jst/db";
import type { Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";

/** Origin of a link: the operator, a mail that a visitor asked for, or the mail of an invitation. */
export type LinkKind = "link" | "sign_in" | "invitation";

/** How long a link is good (sessions.link, sessions.invitation). */
const LIVES: Readonly<Record<LinkKind, string>> = {
  link: "15 minutes",
  sign_in: "15 minutes",
  invitation: "7 days",
};

/** A link to be stored. */
export interface LinkRow {
  teamId: string;
  memberId: string;
  hash: Buffer;
  kind: LinkKind;
  inviterId?: string | null;
}

/** Stores a link for the member and answers until when it is good. */
export async function insertLink(operator: Operator, link: LinkRow): Promise<string> {
  const { teamId, memberId, hash, kind, inviterId = null } = link;
  const [stored] = await operator.query<{ expires_at: string }>({
    name: "links.insert",
    text: `insert into auth.sign_in_links (team_id, member_id, hash, kind, inviter_id, expires_at)
      values ($1, $2, $3, $4, $5, now() + $6::interval)
      returning ${instant("expires_at")} as expires_at`,
    values: [teamId, memberId, hash, kind, inviterId, LIVES[kind]],
  });
  if (stored === undefined) throw new Error("The link was not stored.");
  return stored.expires_at;
}

/**
 * Lets the mailed links of a member be minted and used one after the other, so that none is minted beside the use that
 * ends it.
 */
export async function lockLinksOf(operator: Operator, memberId: string): Promise<void> {
  await operator.query({
    name: "links.lock",
    text: "select pg_advisory_xact_lock(hashtextextended('auth links ' || $1, 0))",
    values: [memberId],
  });
}

/** SQL of the name of the member `i` who invited, or the address of one without a name; empty without one. */
export const INVITER = "coalesce(i.name, i.email, '')";

/** A link, and whom it signs in. */
export interface FoundLink extends Record<string, unknown> {
  id: string;
  team_id: string;
  member_id: string;
  kind: LinkKind;
  email: string;
  role: Role;
  inviter: string;
  display_name: string;
  settings: Readonly<Record<string, unknown>>;
  /** Neither used nor too old, of a member and a team that live. */
  is_good: boolean;
}

/**
 * The link with this hash, unless the host is another team's. One to be used is locked until the transaction ends. A
 * mailed link is good only while mails sign in there, and an invitation until the member has signed in.
 */
export async function findLink(
  operator: Operator,
  hash: Buffer,
  { host, isLocked, isMailOn }: { host: string; isLocked: boolean; isMailOn: boolean },
): Promise<FoundLink | undefined> {
  const [link] = await operator.query<FoundLink>({
    name: `links.find${isLocked ? "_locked" : ""}`,
    text: `select l.id, l.team_id, l.member_id, l.kind, m.email, m.role, ${INVITER} as inviter, t.display_name,
        coalesce((select json_object_agg(b.key, b.value) from auth.settings b
          where b.team_id = t.team_id and b.key like 'brand.%'), '{}') as settings,
        l.used_at is null and l.expires_at > now() and m.suspended_at is null and t.deleted_at is null
          and (l.kind = 'link' or ($3 and not ${HAS_OWN_PROVIDER}))
          and (l.kind <> 'invitation' or m.accepted_at is null) as is_good
      from auth.sign_in_links l
      join auth.teams t on t.team_id = l.team_id
      join auth.members m on m.team_id = l.team_id and m.id = l.member_id
      left join auth.members i on i.team_id = l.team_id and i.id = l.inviter_id
      where l.hash = $1
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> l.team_id)
      ${isLocked ? "for no key update of l" : ""}`,
    values: [hash, host, isMailOn],
  });
  return link;
}

/** Marks the link as used, and a mailed one with all other mailed links of its member. */
export async function spendLink(
  operator: Operator,
  { team_id, id, member_id, kind }: FoundLink,
): Promise<void> {
  await operator.query({
    name: "links.spend",
    text: `update auth.sign_in_links set used_at = now()
      where team_id = $1 and member_id = $3 and used_at is null and (id = $2 or ($4 <> 'link' and kind <> 'link'))`,
    values: [team_id, id, member_id, kind],
  });
}
