import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { endSession as endOwn } from "./queries.ts";
import { signedInMember } from "./signed-in-member.ts";

/** Ends a session of the member, also that which asks; every process of auth forgets it at once (sessions.own). */
export const endSession: Handler<"EndSession"> = async ({ path }, call) => {
  const { teamId, memberId } = signedInMember(call.caller);
  const id = path.session_id.toLowerCase();
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    const ended = await endOwn(tx, { teamId, memberId, id });
    if (ended === undefined) throw notFound();
    const entry = { action: "session.end", resource: "sessions", resourceId: id } as const;
    if (ended.isFirst) recordAudit(tx, { ...entry, outcome: "success" });
    return { body: { id, ended_at: ended.ended_at } };
  });
};
