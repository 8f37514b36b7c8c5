import { auditStatement } from "@jst/events";
import { notFound } from "@jst/errors";
import { factsHtml, formHtml, html, type Html, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { isUuid } from "@jst/rpc";
import {
  sessionForm,
  sessionOf,
  signInFirst,
  type PageSession,
  type SessionParts,
} from "../sessions/page-session.ts";
import { endSession, listSessions, type ListedSession } from "../sessions/queries.ts";
import { entryOf } from "../sessions/member-actor.ts";
import { actorOf } from "./sign-out.ts";

const roles = { owner: "Owner", admin: "Admin", member: "Member", viewer: "Viewer" } as const;

/** Shows who is signed in and where else (sessions.account). */
export async function showAccount(request: PageRequest, parts: SessionParts): Promise<Page | SentOn> {
  const session = await sessionOf(request, parts);
  if (session === undefined) return signInFirst(request);
  const { member, team, csrf } = session;
  const own = { teamId: team.id, memberId: member.id };
  const sessions = await listSessions(parts.operator, own);
  const facts = factsHtml({ "E-mail address": member.email, Team: team.name, Role: roles[member.role] });
  const signOut = formHtml({
    action: "/p/sign-out",
    fields: [],
    hidden: csrf,
    button: "Sign out",
    trap: false,
  });
  return {
    title: "Your account",
    content: html`${facts}<p><a href="/console">Open the console</a></p>\n<p><a href="/console/account">Your passkeys</a></p>\n${signOut}<h2>Where you are signed in</h2>\n${sessions.map((one) => sessionHtml(one, session))}`,
    brand: team.brand,
  };
}

/** Ends one of the member's sessions; that of this browser too. */
export async function endSessionOfAccount(request: PageRequest, parts: SessionParts): Promise<SentOn> {
  if ((await sessionOf(request, parts)) === undefined) return signInFirst({ target: "/p/account" });
  const { session } = await sessionForm(request, parts);
  const id = request.path["session_id"] ?? "";
  if (!isUuid(id)) throw notFound();
  const own = { teamId: session.team.id, memberId: session.member.id, id };
  await parts.operator.transaction(async (tx) => {
    const ended = await endSession(tx, own);
    if (ended === undefined) throw notFound();
    if (ended.isFirst) tx.defer(auditStatement(actorOf(session, request), entryOf("session.end", id)));
  });
  return { location: "/p/account" };
}

function sessionHtml(one: ListedSession, { id, csrf }: PageSession): Html {
  const isHere = one.id === id;
  const facts = factsHtml({
    Browser: one.user_agent ?? "Unknown",
    "Signed in": shown(one.created_at),
    "Last used": shown(one.last_used_at),
    Until: shown(one.expires_at),
  });
  const end = formHtml({
    action: `/p/account/sessions/${one.id}/end`,
    fields: [],
    hidden: csrf,
    button: `End the session of ${shown(one.created_at)}`,
    trap: false,
  });
  return html`<h3>${isHere ? "This browser" : "Another browser"}</h3>\n${facts}${!isHere && end}`;
}

/** To the minute, in UTC: a page without scripts does not know where it is read. */
function shown(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
