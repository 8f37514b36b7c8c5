import { validationFailed } from "@jst/errors";
import type { ContactValues } from "../../gen/resources.ts";
import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";
import * as queries from "./queries.ts";

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
          : queries.findByExternalId(teamId, key.value);
      const [holder] = await tx.query<{ id: string; is_primary?: boolean }>(find);
      if (holder !== undefined) {
        const given = { ...members };
        // An additional address that names the contact stays an additional one.
        if (holder.is_primary === false) delete given.email;
        return contacts.apply(tx, holder.id, { members: given, isRestore: true }, call.ifMatch);
      }
      return { ...(await contacts.insert(tx, contacts.draft(body), call)), status: CREATED };
    });
  // A contact that came into being meanwhile is there to be changed.
  return contacts.answering(call, () => contacts.repeating(write, key.field));
};

/** Value that names one contact. */
interface Key {
  field: "external_id" | "email";
  value: string;
}

/** Returns the key that identifies the contact; throws validation_failed if the body has no key. */
function keyOf({ external_id: externalId, email }: Partial<ContactValues>): Key {
  if (externalId) return { field: "external_id", value: externalId };
  if (email) return { field: "email", value: email };
  const message = "Send external_id or email, because one of them identifies the contact.";
  throw validationFailed(["external_id", "email"].map((field) => ({ field, code: "required", message })));
}
