import type { Audience, Preset } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { hashBytes } from "../tokens/queries.ts";

/** A client as its request knows it. */
export interface RequestClient {
  client_id: string;
  client_name: string;
  /** Host of the client's document, else of its redirect address. */
  client_host: string;
  /** A document describes it, at an address that is its own. */
  is_document: boolean;
}

/** Authorization request that awaits a member's decision (oauth.consent). */
export interface StoredRequest extends Record<string, unknown> {
  team_id: string;
  id: string;
  client: RequestClient;
  redirect_uri: string;
  state: string | null;
  code_challenge: string;
  audience: Audience;
  host: string | null;
  preset: Preset;
}

const COLUMNS = "team_id, id, client, redirect_uri, state, code_challenge, audience, host, preset";

/** Requests of one session that wait for a decision at once; the oldest goes. */
const WAITING_MAX = 20;

/** Stores a request for the session that is shown it, for ten minutes. */
export async function insertRequest(
  operator: Operator,
  sessionId: string,
  asked: Omit<StoredRequest, "id">,
): Promise<StoredRequest> {
  const [row] = await operator.query<StoredRequest>({
    name: "oauth.ask",
    text: `insert into auth.oauth_requests (team_id, session_id, client, redirect_uri, state, code_challenge,
        audience, host, preset, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '10 minutes')
      returning ${COLUMNS}`,
    values: [
      asked.team_id,
      sessionId,
      JSON.stringify(asked.client),
      asked.redirect_uri,
      asked.state,
      asked.code_challenge,
      asked.audience,
      asked.host,
      asked.preset,
    ],
  });
  if (row === undefined) throw new Error("The insert of a request returned no row.");
  await operator.query({
    name: "oauth.bound_requests",
    text: `delete from auth.oauth_requests where team_id = $1 and id in (
      select id from auth.oauth_requests where team_id = $1 and session_id = $2 and decided_at is null
      order by id desc offset ${WAITING_MAX})`,
    values: [asked.team_id, sessionId],
  });
  return row;
}

const OPEN = "team_id = $1 and id = $2 and session_id = $3 and decided_at is null and expires_at > now()";

/** Finds the request that the session was shown and has not decided. */
export async function findRequest(
  operator: Operator,
  place: { teamId: string; sessionId: string; id: string },
): Promise<StoredRequest | undefined> {
  const [row] = await operator.query<StoredRequest>({
    name: "oauth.asked",
    text: `select ${COLUMNS} from auth.oauth_requests where ${OPEN}`,
    values: [place.teamId, place.id, place.sessionId],
  });
  return row;
}

/** Decides the request; true for the one of all that do so at once. */
export async function closeRequest(
  operator: Operator,
  place: { teamId: string; sessionId: string; id: string },
): Promise<boolean> {
  const rows = await operator.query({
    name: "oauth.decided",
    text: `update auth.oauth_requests set decided_at = now() where ${OPEN} returning id`,
    values: [place.teamId, place.id, place.sessionId],
  });
  return rows.length === 1;
}

/** Grant that a member has just given. */
export interface NewGrant {
  /** The team that the app is connected to, and who the member is there. */
  team: { id: string; memberId: string };
  preset: Preset;
  proposes: boolean;
  code: string;
}

/**
 * Stores the grant with its code, which is good for a minute, and answers the id of the grant; undefined where the
 * member or the registered client is gone, also where that happens at this moment.
 */
export async function insertGrant(
  operator: Operator,
  request: StoredRequest,
  { team, preset, proposes, code }: NewGrant,
): Promise<string | undefined> {
  const { client } = request;
  const [row] = await operator.query<{ id: string }>({
    name: "oauth.grant",
    text: `with used as (
        update auth.oauth_clients set granted_at = now() where client_id = $3 returning client_id
      ), granted as (
        insert into auth.grants (team_id, member_id, client_id, client_name, client_host, preset, proposes,
          audience, host, expires_at)
        select team_id, id, $3, $4, $5, $6, $7, $8, $9, now() + interval '60 seconds' from auth.members
        where team_id = $1 and id = $2 and suspended_at is null
          and ($13::boolean or exists (select from used))
        for share
        returning team_id, id
      )
      insert into auth.oauth_codes (team_id, grant_id, hash, redirect_uri, code_challenge, expires_at)
      select team_id, id, $10, $11, $12, now() + interval '60 seconds' from granted
      returning grant_id as id`,
    values: [
      team.id,
      team.memberId,
      client.client_id,
      client.client_name,
      client.client_host,
      preset,
      proposes,
      request.audience,
      request.host,
      hashBytes(code),
      request.redirect_uri,
      request.code_challenge,
      client.is_document,
    ],
  });
  return row?.id;
}
