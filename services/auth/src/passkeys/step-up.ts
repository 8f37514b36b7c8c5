import { auditStatement } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { entryOf, memberActor } from "../sessions/member-actor.ts";
import { stepUpSession } from "../sessions/queries.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { noteUse } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { verifyUse } from "./use-passkey.ts";
import { refusedPasskey } from "./verify.ts";

/** Steps the session up with a passkey of its member, from this answer on (passkeys.step-up). */
export const stepUp: Handler<"StepUp"> = async ({ body }, call) => {
  const { operator } = call.deps;
  const { teamId, memberId, sessionId } = signedInMember(call.caller);
  const party = await relyingPartyOf(call.host ?? "", call.deps);
  const session = { teamId, sessionId };
  const { passkey, counter } = await verifyUse(operator, body.response, party, {
    purpose: "step_up",
    session,
  });
  const isOwn = passkey?.team_id === teamId && passkey.member_id === memberId;
  const actor = memberActor({ teamId, memberId, id: sessionId }, call);
  const until = await operator.transaction(async (tx) => {
    if (counter !== undefined && isOwn && (await noteUse(tx, passkey, counter))) {
      const stepped = await stepUpSession(tx, { teamId, id: sessionId });
      if (stepped !== undefined) {
        tx.defer(auditStatement(actor, entryOf("step_up", sessionId)));
        return stepped;
      }
    }
    const refused = { outcome: "denied", code: "sign_in_refused" } as const;
    tx.defer(auditStatement(actor, { ...entryOf("step_up", sessionId), ...refused }));
    return undefined;
  });
  if (until === undefined) throw refusedPasskey();
  return { body: { stepped_up_until: until }, headers: { "cache-control": "no-store" } };
};
