import { auditStatement } from "@jst/events";
import { secretHash, type PageRequest, type SentOn } from "@jst/pages";
import { cookieName, onlyCookie, SESSION_COOKIE, setCookie } from "../sessions/cookies.ts";
import { sessionForm, sessionOf, type PageSession, type SessionParts } from "../sessions/page-session.ts";
import { endSessionOfHash } from "../sessions/queries.ts";
import { entryOf, memberActor } from "../sessions/member-actor.ts";

/** Ends the session of this browser and deletes its cookie; a browser without a session goes to sign-in too. */
export async function signOut(request: PageRequest, parts: SessionParts): Promise<SentOn> {
  if ((await sessionOf(request, parts)) === undefined) return signedOut(parts);
  const { session } = await sessionForm(request, parts);
  const secret = onlyCookie(request.headers.cookie, cookieName(SESSION_COOKIE, parts.baseUrl)) ?? "";
  const hash = secretHash(secret);
  await parts.operator.transaction(async (tx) => {
    if (hash === undefined || (await endSessionOfHash(tx, hash, "signed_out")) === undefined) return;
    tx.defer(auditStatement(actorOf(session, request), entryOf("sign_out", session.id)));
  });
  return signedOut(parts);
}

function signedOut({ baseUrl }: Pick<SessionParts, "baseUrl">): SentOn {
  const cookie = setCookie({ name: SESSION_COOKIE, value: "", lifeS: 0 }, baseUrl);
  return { location: "/p/sign-in", headers: { "set-cookie": cookie } };
}

/** Builds the actor of the session's audit entries. */
export function actorOf(
  { id, member, team }: PageSession,
  request: PageRequest,
): ReturnType<typeof memberActor> {
  return memberActor({ teamId: team.id, memberId: member.id, id }, request);
}
