import { instant } from "@jst/db";
import type { Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { EXPIRES_AT, IS_OPEN, IS_STEPPED_UP, STEPPED_UP_UNTIL } from "./session-life.ts";

/** How a member has signed in (sessions.own). */
export type Way = "link" | "mail" | "provider" | "fleet_provider" | "passkey";

/** SQL of the way of the session `of`; a session that a process of the release before began has none. */
const wayOf = (of: string) =>
  `coalesce(${of}.way, case when ${of}.is_fleets then 'fleet_provider' else 'link' end)`;

/** SQL that is true if the address of the member of session s counts in other teams too (sessions.switch). */
const SPEAKS_FOR_ADDRESS = `(s.host is null and ${wayOf("s")} in ('mail', 'fleet_provider'))`;

/** A session that lives, with its member and its team. */
export interface FoundSession extends Record<string, unknown> {
  id: string;
  team_id: string;
  slug: string;
  display_name: string;
  isolated: boolean;
  /** As much of the team's as its brand follows from. */
  settings: Readonly<Record<string, unknown>>;
  member_id: string;
  email: string;
  role: Role;
  /** RFC 3339. */
  expires_at: string;
  /** Its use was not noted for a minute. */
  is_stale: boolean;
  /** The address is proved for other teams too. */
  speaks_for_address: boolean;
}

/** Brand settings of the team of alias t. */
const BRAND_SETTINGS = `coalesce((select json_object_agg(b.key, b.value) from auth.settings b
        where b.team_id = t.team_id and b.key like 'brand.%'), '{}')`;

/** Finds the living session with this hash, unless the host is another team's. */
export async function findSession(
  operator: Operator,
  hash: Buffer,
  host: string,
): Promise<FoundSession | undefined> {
  const [found] = await operator.query<FoundSession>({
    name: "sessions.find",
    text: `select s.id, s.team_id, t.slug, t.display_name, t.isolated, ${BRAND_SETTINGS} as settings,
        m.id as member_id, m.email, m.role, ${instant(EXPIRES_AT)} as expires_at,
        s.last_used_at < now() - interval '1 minute' as is_stale,
        ${SPEAKS_FOR_ADDRESS} as speaks_for_address
      from auth.sessions s
      join auth.teams t on t.team_id = s.team_id
      join auth.members m on m.team_id = s.team_id and m.id = s.member_id
      where s.hash = $1 and ${IS_OPEN} and t.deleted_at is null and m.suspended_at is null
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> s.team_id)`,
    values: [hash, host],
  });
  return found;
}

/** A living session as it tells of itself, whatever the memory of Check holds. */
export interface ShownSession extends Record<string, unknown> {
  id: string;
  team_id: string;
  slug: string;
  display_name: string;
  timezone: string;
  member_id: string;
  email: string;
  role: Role;
  way: Way;
  /** RFC 3339; so is the next. */
  authenticated_at: string;
  expires_at: string;
  /** Until when the use of a passkey counts; null where none does. */
  stepped_up_until: string | null;
  /** The address is proved for other teams too. */
  speaks_for_address: boolean;
}

/** The living session with this id; one that is to be switched is locked until the transaction ends. */
export async function findSessionById(
  operator: Operator,
  { teamId, id }: { teamId: string; id: string },
  { isLocked }: { isLocked: boolean },
): Promise<ShownSession | undefined> {
  const [found] = await operator.query<ShownSession>({
    name: `sessions.find_by_id${isLocked ? "_locked" : ""}`,
    text: `select s.id, s.team_id, t.slug, t.display_name, t.timezone, m.id as member_id, m.email, m.role,
        ${wayOf("s")} as way, ${instant("s.authenticated_at")} as authenticated_at, ${instant(EXPIRES_AT)} as expires_at,
        case when ${IS_STEPPED_UP} then ${instant(STEPPED_UP_UNTIL)} end as stepped_up_until,
        ${SPEAKS_FOR_ADDRESS} as speaks_for_address
      from auth.sessions s
      join auth.teams t on t.team_id = s.team_id
      join auth.members m on m.team_id = s.team_id and m.id = s.member_id
      where s.team_id = $1 and s.id = $2 and ${IS_OPEN}
      ${isLocked ? "for no key update of s" : ""}`,
    values: [teamId, id],
  });
  return found;
}

/** Notes the use of a passkey in a living session, and answers until when it counts; undefined for one that is over. */
export async function stepUpSession(
  operator: Operator,
  { teamId, id }: { teamId: string; id: string },
): Promise<string | undefined> {
  const [session] = await operator.query<{ stepped_up_until: string }>({
    name: "sessions.step_up",
    text: `update auth.sessions s set passkey_at = now() where s.team_id = $1 and s.id = $2 and ${IS_OPEN}
      returning ${instant(STEPPED_UP_UNTIL)} as stepped_up_until`,
    values: [teamId, id],
  });
  return session?.stepped_up_until;
}

/** Notes that the session is in use. */
export async function touchSession(
  operator: Operator,
  { team_id, id }: Pick<FoundSession, "team_id" | "id">,
): Promise<void> {
  await operator.query({
    name: "sessions.touch",
    text: "update auth.sessions set last_used_at = now() where team_id = $1 and id = $2 and last_used_at < now()",
    values: [team_id, id],
  });
}

export interface SessionRow {
  teamId: string;
  memberId: string;
  way: Way;
  /** Host of the browser. */
  host: string;
  hash: Buffer;
  userAgent: string | null;
}

/**
 * Stores a new session and answers its id; undefined where the member is gone, also where that happens at this moment:
 * a removal ends what it sees, and what comes after it must not begin. The first one makes an invited member an active
 * one.
 */
export async function insertSession(operator: Operator, session: SessionRow): Promise<string | undefined> {
  const { teamId, memberId, hash, userAgent, way, host } = session;
  const [row] = await operator.query<{ id: string }>({
    name: "sessions.insert",
    // A process of the release before reads is_fleets alone.
    text: `with member as (
        select team_id, id, accepted_at from auth.members
        where team_id = $1 and id = $2 and suspended_at is null for no key update
      ), accepted as (
        update auth.members m set accepted_at = now() from member o
        where m.team_id = o.team_id and m.id = o.id and o.accepted_at is null
      )
      insert into auth.sessions (team_id, member_id, hash, user_agent, way, is_fleets, passkey_at, host)
      select o.team_id, o.id, $3, $4, $5, $5 = 'fleet_provider', case when $5 = 'passkey' then now() end,
        (select h.host from auth.hosts h where h.team_id = o.team_id and h.host = $6)
      from member o
      returning id`,
    values: [teamId, memberId, hash, userAgent, way, host],
  });
  return row?.id;
}

/**
 * Ends a session and stores one of the same age, way and proof in another team; answers its id, or undefined where the
 * member is gone there.
 */
export async function moveSession(
  operator: Operator,
  former: { teamId: string; id: string },
  { teamId, memberId, hash }: Pick<SessionRow, "teamId" | "memberId" | "hash">,
): Promise<string | undefined> {
  const [row] = await operator.query<{ id: string }>({
    name: "sessions.move",
    text: `with member as (
        select team_id, id, accepted_at from auth.members
        where team_id = $3 and id = $4 and suspended_at is null for no key update
      ), accepted as (
        update auth.members m set accepted_at = now() from member o
        where m.team_id = o.team_id and m.id = o.id and o.accepted_at is null
      ), former as (
        update auth.sessions set ended_at = now(), end_reason = 'replaced'
        where team_id = $1 and id = $2 and exists (select from member)
        returning *
      )
      insert into auth.sessions (team_id, member_id, hash, user_agent, created_at, authenticated_at, way, is_fleets,
        host)
      select o.team_id, o.id, $5, f.user_agent, f.created_at, f.authenticated_at, ${wayOf("f")}, f.is_fleets, f.host
      from member o cross join former f
      returning id`,
    values: [former.teamId, former.id, teamId, memberId, hash],
  });
  return row?.id;
}

/** Why a session ends before its time. */
export type EndReason = "signed_out" | "replaced" | "ended";

export interface EndedSession extends Record<string, unknown> {
  id: string;
  team_id: string;
  member_id: string;
}

/** Ends the session with this hash; undefined where none lives. */
export async function endSessionOfHash(
  operator: Operator,
  hash: Buffer,
  reason: EndReason,
): Promise<EndedSession | undefined> {
  const [ended] = await operator.query<EndedSession>({
    name: "sessions.end_of_hash",
    text: `update auth.sessions set ended_at = now(), end_reason = $2 where hash = $1 and ended_at is null
      returning id, team_id, member_id`,
    values: [hash, reason],
  });
  return ended;
}

/** Ends a session of the member and answers since when it is over; undefined where the member has no such one. */
export async function endSession(
  operator: Operator,
  { teamId, memberId, id }: { teamId: string; memberId: string; id: string },
): Promise<{ ended_at: string; isFirst: boolean } | undefined> {
  const [ended] = await operator.query<{ ended_at: string; isFirst: boolean }>({
    name: "sessions.end",
    text: `with own as (
        select id, ended_at from auth.sessions where team_id = $1 and member_id = $2 and id = $3 for update
      ), ended as (
        update auth.sessions s set ended_at = now(), end_reason = 'ended'
        from own where s.team_id = $1 and s.id = own.id and own.ended_at is null
      )
      select ${instant("coalesce(own.ended_at, now())")} as ended_at, own.ended_at is null as "isFirst" from own`,
    values: [teamId, memberId, id],
  });
  return ended;
}

export interface ListedSession extends Record<string, unknown> {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  user_agent: string | null;
}

/** Sessions of one member that are shown at once. */
const LISTED_MAX = 100;

/** Lists the member's living sessions, newest first. */
export function listSessions(
  operator: Operator,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<ListedSession[]> {
  return operator.query<ListedSession>({
    name: "sessions.list",
    text: `select s.id, ${instant("s.created_at")} as created_at, ${instant("s.last_used_at")} as last_used_at,
        ${instant(EXPIRES_AT)} as expires_at, s.user_agent
      from auth.sessions s
      where s.team_id = $1 and s.member_id = $2 and ${IS_OPEN}
      order by s.created_at desc, s.id desc
      limit ${LISTED_MAX}`,
    values: [teamId, memberId],
  });
}
