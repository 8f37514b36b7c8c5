import { Signal, type TeamTx } from "@jst/db";
import type { JobQueue, ClaimedJob, QueueTable } from "@jst/jobs";
import type { Operator } from "../operator.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";
import { spellingsOf } from "./addresses.ts";

/** Rings if this process has stored a request that is worked on at once. */
export const requestSignal = new Signal();

/** Team of a request that names none. */
export const NO_TEAM = "00000000-0000-0000-0000-000000000000";

/** Longest path that a mailed link leads back to: programs that read mail cut longer addresses. */
const RETURN_CHARS = 2_000;
/** Most teams that one request gets a mail for. */
const TEAMS_MAX = 10;
/** Most mails with sign-in links to a member in an hour (sessions.mail). */
const MAILS_AN_HOUR = 5;

/** A request for links, as a visitor sent it. */
export interface MailRequest {
  email: string;
  /** Id of the team that was named; NO_TEAM for none. */
  teamId: string;
  /** Mapped host where it was asked; null on the shared one. */
  host: string | null;
  returnTo: string | undefined;
}

/**
 * Stores what a visitor asks for. No member is looked up, and no signal rings: the worker comes to it within a second,
 * after the visitor has the answer.
 */
export async function storeRequest(operator: Operator, request: MailRequest): Promise<void> {
  const { teamId, email, host, returnTo = null } = request;
  const kept = returnTo === null || returnTo.length > RETURN_CHARS ? null : returnTo;
  await operator.query({
    name: "sign_in_requests.store",
    text: "insert into auth.sign_in_requests (team_id, email, host, return_to) values ($1, $2, $3, $4)",
    values: [teamId, email, host, kept],
  });
}

/** An invitation to be mailed. */
export interface InvitationRow {
  memberId: string;
  /** The member who invites. */
  inviterId: string | null;
  /** It was sent before. */
  isAgain: boolean;
}

/** Stores that the member is to be invited by mail, in the transaction that makes or keeps the member. */
export async function storeInvitation(tx: TeamTx, invitation: InvitationRow): Promise<void> {
  await tx.query({
    name: "sign_in_requests.store_invitation",
    text: `with request as (
        insert into auth.sign_in_requests (team_id) values ($1) returning id
      )
      insert into auth.member_mails (team_id, member_id, request_id, kind, is_again, inviter_id, return_to)
      select $1, $2, request.id, 'invitation', $3, $4, '/console' from request`,
    values: [tx.context.teamId, invitation.memberId, invitation.isAgain, invitation.inviterId],
    signal: requestSignal,
  });
}

/** A request that this worker works on. */
export interface ClaimedRequest extends ClaimedJob {
  email: string | null;
  host: string | null;
  return_to: string | null;
  /** Seconds since it was made. */
  age_s: number;
}

/** The workers' side of the requests. */
export type RequestQueue = JobQueue<ClaimedRequest>;

/** Queue of requests. */
export const requests: QueueTable<object> = {
  name: "auth.sign_in_requests",
  id: "id",
  claimLock: 4_776_105,
  carried: ["email", "host", "return_to", "created_at"],
  read: `select c.team_id, c.id, c.attempts as attempt, c.lease, c.email, c.host, c.return_to,
      extract(epoch from c.at - c.created_at)::float8 as age_s
    from claimed c`,
};

/**
 * Stores the mails that a visitor's request is for: one for each team of the address. Teams with an issuer of their
 * own, and teams that the host does not reach, are left out. A member who had five in the hour gets none. Requests of
 * one address take turns.
 */
export async function storeMails(
  operator: Operator,
  { id, team_id: teamId, email, host, return_to: returnTo }: ClaimedRequest & { email: string },
): Promise<void> {
  const spellings = spellingsOf(email);
  await operator.query({
    name: "member_mails.lock",
    text: "select pg_advisory_xact_lock(hashtextextended('auth member mails ' || $1, 0))",
    values: [spellings[0]],
  });
  await operator.query({
    name: "member_mails.store",
    text: `insert into auth.member_mails (team_id, member_id, request_id, kind, host, return_to)
      select t.team_id, m.id, $1, 'sign_in', $4, $5
      from auth.members m join auth.teams t on t.team_id = m.team_id
      where m.email = any ($2::text[]) and m.suspended_at is null
        and t.deleted_at is null and not t.isolated and not ${HAS_OWN_PROVIDER}
        and ($3::uuid = '${NO_TEAM}' or t.team_id = $3)
        and not exists (select from auth.hosts h where h.host = $4 and h.team_id <> t.team_id)
        and (select count(*) from auth.member_mails o
          where o.team_id = t.team_id and o.member_id = m.id and o.kind = 'sign_in'
            and o.created_at > now() - interval '1 hour') < ${MAILS_AN_HOUR}
      order by t.display_name collate platform.und, t.team_id
      limit ${TEAMS_MAX}
      on conflict (team_id, request_id, member_id) do nothing`,
    values: [id, spellings, teamId, host, returnTo],
  });
}

/** A mail that is asked of comms. */
export interface StoredMail extends Record<string, unknown> {
  id: string;
  team_id: string;
  member_id: string;
  email: string;
  kind: "sign_in" | "invitation";
}

/** The mails of a request. */
export function findMails(operator: Operator, requestId: string): Promise<StoredMail[]> {
  return operator.query<StoredMail>({
    name: "member_mails.of_request",
    text: `select o.id, o.team_id, o.member_id, m.email, o.kind
      from auth.member_mails o join auth.members m on m.team_id = o.team_id and m.id = o.member_id
      where o.request_id = $1`,
    values: [requestId],
  });
}

/** Removes mails whose links are no longer minted, and links that are long over. */
export async function sweepMails(operator: Operator): Promise<void> {
  await operator.query({
    name: "member_mails.sweep",
    text: `with links as (
        delete from auth.sign_in_links where expires_at < now() - interval '30 days'
      )
      delete from auth.member_mails where created_at < now() - interval '8 days'`,
    values: [],
  });
}
