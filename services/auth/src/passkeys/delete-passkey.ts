import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { deleteOwn } from "./queries.ts";
import { requireFreshSignIn } from "./step-up-guard.ts";

/** Deletes a passkey of the member, after a fresh sign-in; sessions that it began go on (passkeys.own). */
export const deletePasskey: Handler<"DeletePasskey"> = async ({ path }, call) => {
  const { memberId } = signedInMember(call.caller);
  const id = path.passkey_id.toLowerCase();
  if (!isUuid(id)) throw notFound();
  await requireFreshSignIn(call);
  return call.write(async (tx) => {
    if (!(await deleteOwn(tx, memberId, id))) throw notFound();
    recordAudit(tx, { action: "delete", resource: "passkeys", resourceId: id, outcome: "success" });
    return { body: { id, deleted: true } };
  });
};
