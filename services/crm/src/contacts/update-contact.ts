import type { Handler } from "../../gen/rpc.ts";
import { applyPatch } from "./apply-patch.ts";
import { requireContactId } from "./preconditions.ts";
import { requireOwner } from "../members/require-owner.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { readPatch } from "./rules.ts";

/** Merges the patch into the contact, or restores it, in one transaction. */
export const updateContact: Handler<"UpdateContact"> = async ({ path, body }, call) => {
  const patch = readPatch(body);
  await requireOwner(call, patch.members.owner_id);
  const id = requireContactId(path.contact_id);
  return refuseTaken(call, () => call.write((tx) => applyPatch(tx, id, patch, call.ifMatch)));
};
