import { instant } from "@jst/db";
import type { Operator } from "../operator.ts";

/** How long a link is good (sessions.link). */
const LIFE = "15 minutes";

/** Stores a link for the member and answers until when it is good. */
export async function insertLink(
  operator: Operator,
  { teamId, memberId, hash }: { teamId: string; memberId: string; hash: Buffer },
): Promise<string> {
  const [link] = await operator.query<{ expires_at: string }>({
    name: "links.insert",
    text: `insert into auth.sign_in_links (team_id, member_id, hash, expires_at)
      values ($1, $2, $3, now() + interval '${LIFE}')
      returning ${instant("expires_at")} as expires_at`,
    values: [teamId, memberId, hash],
  });
  if (link === undefined) throw new Error("The link was not stored.");
  return link.expires_at;
}

/** A link, and whom it signs in. */
export interface FoundLink extends Record<string, unknown> {
  id: string;
  team_id: string;
  member_id: string;
  email: string;
  display_name: string;
  settings: Readonly<Record<string, unknown>>;
  /** Neither used nor too old, of a member and a team that live. */
  is_good: boolean;
}

/** The link with this hash, unless the host is another team's. One to be used is locked until the transaction ends. */
export async function findLink(
  operator: Operator,
  hash: Buffer,
  host: string,
  { isLocked }: { isLocked: boolean },
): Promise<FoundLink | undefined> {
  const [link] = await operator.query<FoundLink>({
    name: `links.find${isLocked ? "_locked" : ""}`,
    text: `select l.id, l.team_id, l.member_id, m.email, t.display_name,
        coalesce((select json_object_agg(b.key, b.value) from auth.settings b
          where b.team_id = t.team_id and b.key like 'brand.%'), '{}') as settings,
        l.used_at is null and l.expires_at > now() and m.suspended_at is null and t.deleted_at is null as is_good
      from auth.sign_in_links l
      join auth.teams t on t.team_id = l.team_id
      join auth.members m on m.team_id = l.team_id and m.id = l.member_id
      where l.hash = $1
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> l.team_id)
      ${isLocked ? "for no key update of l" : ""}`,
    values: [hash, host],
  });
  return link;
}

/** Marks the link as used. */
export async function spendLink(operator: Operator, { team_id, id }: FoundLink): Promise<void> {
  await operator.query({
    name: "links.spend",
    text: "update auth.sign_in_links set used_at = now() where team_id = $1 and id = $2",
    values: [team_id, id],
  });
}
