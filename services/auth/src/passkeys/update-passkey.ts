import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { renameOwn } from "./queries.ts";

/** Renames a passkey of the member (passkeys.own). */
export const updatePasskey: Handler<"UpdatePasskey"> = async ({ path, body }, call) => {
  const { memberId } = signedInMember(call.caller);
  const id = path.passkey_id.toLowerCase();
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    const renamed = await renameOwn(tx, memberId, { id, name: body.name });
    if (renamed === undefined) throw notFound();
    const { passkey, isChanged } = renamed;
    if (!isChanged) return { body: { ...passkey }, isUnchanged: true };
    recordAudit(tx, { action: "update", resource: "passkeys", resourceId: id, outcome: "success" });
    return { body: { ...passkey } };
  });
};
