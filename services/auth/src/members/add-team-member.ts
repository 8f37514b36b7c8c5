import { isLeading } from "@jst/caller";
import { AppError } from "@jst/errors";
import { publish, recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { storeInvitation } from "../sign-in/mail-requests.ts";
import { requireStepUpForRoles } from "../passkeys/step-up-guard.ts";
import { canInvite, inviterOf } from "./invitation.ts";
import { startManaging } from "./manage.ts";
import { roleChanged } from "../teams/trust-notices.ts";
import { storeMember } from "./queries.ts";

/**
 * Adds a member and has the invitation mailed with it; who was removed comes back under the same id
 * (tokens.manage-members, sessions.invitation). An owner or admin may need a passkey (passkeys.trust).
 */
export const addTeamMember: Handler<"AddTeamMember"> = async ({ body }, call) => {
  const { email, role, name, notify } = body;
  const { caller } = call;
  if (isLeading(role)) await requireStepUpForRoles(call);
  const mailed = notify !== false && (await canInvite(caller, call));
  return call.write(async (tx) => {
    const requireMayManage = await startManaging(tx, caller);
    requireMayManage(role);
    const member = await storeMember(tx, { email, role, name: name ?? null });
    if (member === undefined)
      throw new AppError(
        "member_exists",
        "A member of the team already has this e-mail address, so nobody was added. Check the address.",
      );
    recordAudit(tx, { action: "add", resource: "members", resourceId: member.id, outcome: "success" });
    publish(tx, { type: "member.added", id: member.id, object: member });
    for (const statement of roleChanged(tx.context, member)) tx.defer(statement);
    const invitation = { memberId: member.id, inviterId: inviterOf(caller), isAgain: false };
    if (mailed) await storeInvitation(tx, invitation);
    return { body: { ...member, mailed } };
  });
};
