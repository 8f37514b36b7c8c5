import { notFound } from "@jst/errors";
import { auditStatement } from "@jst/events";
import { newSecret } from "@jst/pages";
import type { Handler } from "../../gen/rpc.ts";
import { SESSION_COOKIE, setCookie } from "./cookies.ts";
import { livingSession, memberOf, shown } from "./get-session.ts";
import { entryOf, memberActor } from "./member-actor.ts";
import { moveSession } from "./queries.ts";
import { LIFE_S } from "./session-life.ts";
import { teamsOfSession } from "./session-teams.ts";
import { signedInMember } from "./signed-in-member.ts";

/**
 * Begins a session of the same person in another team and ends the former one. Way, age and proof of the sign-in go on:
 * a switch makes nothing fresh and nothing longer (sessions.switch).
 */
export const switchSession: Handler<"SwitchSession"> = async ({ body }, call) => {
  const { operator, baseUrl } = call.deps;
  const { teamId, sessionId } = signedInMember(call.caller);
  const { secret, hash } = newSecret();
  const session = await operator.transaction(async (tx) => {
    const former = await livingSession(tx, { teamId, id: sessionId }, { isLocked: true });
    const teams = await teamsOfSession(tx, memberOf(former));
    const team = teams.find(({ id }) => id === body.team_id.toLowerCase());
    if (team === undefined) throw notFound();
    const to = { teamId: team.id, memberId: team.memberId };
    const id = await moveSession(tx, { teamId, id: sessionId }, { ...to, hash });
    if (id === undefined) throw notFound();
    const actorOf = (who: { teamId: string; memberId: string; id: string }) => memberActor(who, call);
    const left = { teamId, memberId: former.member_id, id: sessionId };
    tx.defer(auditStatement(actorOf(left), entryOf("session.end", sessionId)));
    tx.defer(auditStatement(actorOf({ ...to, id }), entryOf("sign_in", id)));
    const begun = await livingSession(tx, { teamId: team.id, id });
    return shown(begun, await teamsOfSession(tx, memberOf(begun)));
  });
  return {
    body: session,
    headers: {
      "cache-control": "no-store",
      "set-cookie": setCookie({ name: SESSION_COOKIE, value: secret, lifeS: LIFE_S }, baseUrl),
    },
  };
};
