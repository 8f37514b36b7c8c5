import type { Handler } from "../../gen/rpc.ts";
import { applyPatch } from "./apply-patch.ts";
import { requireId } from "../preconditions.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { readPatch } from "./rules.ts";

/** Merges the patch into the contact, or restores it, in one transaction. */
export const updateContact: Handler<"UpdateContact"> = async ({ path, body }, call) => {
  const patch = readPatch(body);
  await call.deps.directory.requireKnown(call, {
    kind: "member",
    field: "owner_id",
    id: patch.members.owner_id,
  });
  const id = requireId(path.contact_id);
  return refuseTaken(call, () => call.write((tx) => applyPatch(tx, id, patch, call.ifMatch)));
};
