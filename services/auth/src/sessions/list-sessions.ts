import type { Handler } from "../../gen/rpc.ts";
import { listSessions as ownSessions } from "./queries.ts";
import { signedInMember } from "./signed-in-member.ts";

/** Answers where the member is signed in, and which of these asks (sessions.own). */
export const listSessions: Handler<"ListSessions"> = async (_request, { caller, deps }) => {
  const { sessionId, ...member } = signedInMember(caller);
  const sessions = await ownSessions(deps.operator, member);
  return {
    body: { sessions: sessions.map((one) => ({ ...one, current: one.id === sessionId })) },
    headers: { "cache-control": "no-store" },
  };
};
