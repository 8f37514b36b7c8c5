import { AppError } from "@jst/errors";
import { publishMails, recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { invitation } from "./invitation.ts";
import { startManaging } from "./manage.ts";
import { findTeamNames, storeMember } from "./queries.ts";
import { leaderNotice } from "../teams/trust-notices.ts";

/**
 * Adds a member and has the invitation mailed with it; who was removed comes back under the same id
 * (tokens.manage-members).
 */
export const addTeamMember: Handler<"AddTeamMember"> = async ({ body }, call) => {
  const { email, role, name, notify } = body;
  const { caller, deps } = call;
  return call.write(async (tx) => {
    const requireMayManage = await startManaging(tx, caller);
    requireMayManage(role);
    const member = await storeMember(tx, { email, role, name: name ?? null });
    if (member === undefined)
      throw new AppError(
        "member_exists",
        "Somebody with this e-mail address is a member of the team already.",
      );
    recordAudit(tx, { action: "add", resource: "members", resourceId: member.id, outcome: "success" });
    for (const statement of leaderNotice(tx.context, member)) tx.defer(statement);
    // A tenant of its own has no pages to sign in at.
    if (notify !== false && !caller.team.isolated) {
      const mails = invitation(member.email, await findTeamNames(tx), deps.baseUrl);
      publishMails(tx, { type: "member.added", id: member.id, ...mails }, deps.secrets);
    }
    return { body: { ...member } };
  });
};
