import { auditStatement } from "@jst/events";
import { newSecret, secretHash, type PageHeaders, type PageRequest, type SentOn } from "@jst/pages";
import type { Operator } from "../operator.ts";
import { cookieName, onlyCookie, SESSION_COOKIE, setCookie } from "../sessions/cookies.ts";
import { entryOf, memberActor } from "../sessions/member-actor.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { endSessionOfHash, insertSession, type Way } from "../sessions/queries.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { LIFE_S } from "../sessions/session-life.ts";
import { keepReturn, keptReturn } from "./return-to.ts";

const USER_AGENT_CHARS = 300;

/** Parts of a request that begins a session. */
export type Visit = Pick<PageRequest, "headers" | "requestId" | "hop">;

export type SignInTx = Operator & { defer: (statement: ReturnType<typeof auditStatement>) => void };

/**
 * Begins a session of the member in the browser that asks, and sends it on to where it came from; undefined where the
 * member is gone. The cookie is always a new one, and the session of the former one ends (sessions.cookie).
 */
export async function beginSession(
  tx: SignInTx,
  { teamId, memberId, way }: { teamId: string; memberId: string; way: Way },
  request: Visit,
  { baseUrl }: Pick<SessionParts, "baseUrl">,
): Promise<(SentOn & { headers: PageHeaders }) | undefined> {
  const { cookie } = request.headers;
  const { secret, hash } = newSecret();
  const host = normalizedHost(request.headers.host ?? "");
  const id = await insertSession(tx, { teamId, memberId, way, host, hash, userAgent: userAgentOf(request) });
  if (id === undefined) return undefined;
  await endFormer(tx, onlyCookie(cookie, cookieName(SESSION_COOKIE, baseUrl)), request);
  tx.defer(auditStatement(memberActor({ teamId, memberId, id }, request), entryOf("sign_in", id)));
  const value = setCookie({ name: SESSION_COOKIE, value: secret, lifeS: LIFE_S }, baseUrl);
  return {
    location: keptReturn(cookie, baseUrl),
    headers: { "set-cookie": [value, ...keepReturn(undefined, baseUrl)] },
  };
}

async function endFormer(tx: SignInTx, value: string | undefined, request: Visit): Promise<void> {
  const hash = value === undefined ? undefined : secretHash(value);
  const former = hash === undefined ? undefined : await endSessionOfHash(tx, hash, "replaced");
  if (former === undefined) return;
  const { team_id: teamId, member_id: memberId, id } = former;
  tx.defer(auditStatement(memberActor({ teamId, memberId, id }, request), entryOf("session.end", id)));
}

function userAgentOf({ headers }: Visit): string | null {
  const name = headers["user-agent"] ?? "";
  return name === "" ? null : name.slice(0, USER_AGENT_CHARS);
}
