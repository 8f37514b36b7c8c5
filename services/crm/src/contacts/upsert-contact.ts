import { validationFailed } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { ContactValues } from "../../gen/resources.ts";
import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";
import { ContactTaken, type TakenIdentity } from "./contact-taken.ts";
import * as queries from "./queries.ts";
import { refuseTaken } from "./refuse-taken.ts";

const CREATED = 201;

/**
 * Changes the contact that the body's external_id names, and restores an archived one; without an external_id the live
 * one that the email identifies. Creates a contact if there is none, also when others create it at the same moment.
 */
export const upsertContact: Handler<"UpsertContact"> = async ({ body }, call) => {
  const members = contacts.storedForm(body);
  const key = keyOf(members);
  await call.deps.directory.requireKnown(call, {
    kind: "member",
    field: "owner_id",
    id: members.owner_id,
  });
  const write = () =>
    call.write(async (tx) => {
      const { teamId } = tx.context;
      const find =
        key.field === "email"
          ? queries.findIdentified(teamId, "email", key.value)
          : queries.findHolder(teamId, key);
      const [holder] = await tx.query<{ id: string; is_primary?: boolean }>(find);
      if (holder !== undefined) {
        const given = { ...members };
        // An additional address that names the contact stays an additional one.
        if (holder.is_primary === false) delete given.email;
        return contacts.apply(tx, holder.id, { members: given, isRestore: true }, call.ifMatch);
      }
      return { ...(await contacts.insert(tx, contacts.draft(body), call)), status: CREATED };
    });
  return refuseTaken(call, () => againWhenTaken(write, key));
};

/** Returns the key that identifies the contact; throws validation_failed if the body has no key. */
function keyOf({ external_id: externalId, email }: Partial<ContactValues>): TakenIdentity {
  if (externalId) return { field: "external_id", value: externalId };
  if (email) return { field: "email", value: email };
  const message = "Give external_id or email: one of them names the contact.";
  throw validationFailed(["external_id", "email"].map((field) => ({ field, code: "required", message })));
}

/** Runs the write again when the contact came into being meanwhile: then it is there to be changed. */
async function againWhenTaken(write: () => Promise<Reply>, key: TakenIdentity): Promise<Reply> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ContactTaken && error.field === key.field) return write();
    throw error;
  }
}
