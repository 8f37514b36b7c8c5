import { notFound } from "@jst/errors";
import { publish, recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { requireStepUpForRoles } from "../passkeys/step-up-guard.ts";
import { requireOwnerLeft, startManaging } from "./manage.ts";
import { changeMember, findMember } from "./queries.ts";
import { roleChanged } from "../teams/trust-notices.ts";

/**
 * Changes role and name of a member; what sessions, tokens and apps may do follows (tokens.manage-members). A change of
 * role may need a passkey (passkeys.trust).
 */
export const updateTeamMember: Handler<"UpdateTeamMember"> = async ({ path, body }, call) => {
  const id = path.member_id;
  if (!isUuid(id)) throw notFound();
  if (body.role !== undefined) await requireStepUpForRoles(call);
  return call.write(async (tx) => {
    const requireMayManage = await startManaging(tx, call.caller);
    const former = await findMember(tx, id);
    if (former === undefined) throw notFound();
    const role = body.role ?? former.role;
    const next = { ...former, role, name: body.name === undefined ? former.name : body.name };
    for (const one of [former.role, role]) requireMayManage(one);
    if (role !== "owner") await requireOwnerLeft(tx, former);
    if (role === former.role && next.name === former.name) return { body: former, isUnchanged: true };
    await changeMember(tx, next);
    const action = role === former.role ? "update" : "set_role";
    recordAudit(tx, { action, resource: "members", resourceId: former.id, outcome: "success" });
    if (role !== former.role) {
      const previous = { role: former.role, ...(next.name === former.name ? {} : { name: former.name }) };
      publish(tx, { type: "member.role_changed", id: former.id, object: next, previous });
    }
    for (const statement of roleChanged(tx.context, next, former.role)) tx.defer(statement);
    return { body: next };
  });
};
