import { AppError, notFound, invalidTransition } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { storeInvitation } from "../sign-in/mail-requests.ts";
import { canInvite, inviterOf } from "./invitation.ts";
import { startManaging } from "./manage.ts";
import { countInvitations, findMember } from "./queries.ts";

/** Most invitations that are sent to a member once more in a day. */
const AGAIN_A_DAY = 5;

/** Mails the invitation of a member once more, who has not signed in yet (sessions.invitation). */
export const inviteTeamMember: Handler<"InviteTeamMember"> = async ({ path }, call) => {
  const id = path.member_id;
  if (!isUuid(id)) throw notFound();
  const { caller } = call;
  const mailed = await canInvite(caller, call);
  return call.write(async (tx) => {
    const requireMayManage = await startManaging(tx, caller);
    const member = await findMember(tx, id);
    if (member === undefined) throw notFound();
    requireMayManage(member.role);
    if (member.status === "active") throw hasSignedIn();
    if (!mailed) return { body: { mailed }, isUnchanged: true };
    const { count, seconds } = await countInvitations(tx, member.id);
    if (count >= AGAIN_A_DAY) throw tooMany(seconds);
    await storeInvitation(tx, { memberId: member.id, inviterId: inviterOf(caller), isAgain: true });
    recordAudit(tx, { action: "invite", resource: "members", resourceId: member.id, outcome: "success" });
    return { body: { mailed } };
  });
};

function hasSignedIn(): AppError {
  const detail = "The member has already signed in, so an invitation is not necessary.";
  return invalidTransition({ from: "active", to: "invited", allowed: [] }, detail);
}

function tooMany(seconds: number): AppError {
  const detail = `The invitation was already sent again ${AGAIN_A_DAY} times within a day. Wait ${seconds} seconds.`;
  return new AppError("rate_limited", detail, {
    extension: { retry_after_seconds: seconds },
    headers: { "retry-after": String(seconds) },
  });
}
