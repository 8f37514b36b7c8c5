import { platformContext } from "@jst/rpc";
import { AppError } from "@jst/errors";
import type { Statement, TeamTx } from "@jst/db";
import type { Contact, InternalHandler } from "../../gen/rpc.ts";
import { contacts } from "../contacts/contact.ts";
import { findIdentified, type Identified } from "../contacts/queries.ts";

/**
 * Answers the live contact that this e-mail address identifies, unchanged, or a new one with its event, made in the
 * name of the person who books (scheduling.contact) or buys (commerce.checkout). A repeat with the id of the new one
 * finds the contact that the first call made.
 */
export const bookedContact: InternalHandler<"BookedContact"> = async (body, call) => {
  const {
    team_id: teamId,
    actor_type: actorType,
    actor_id: actorId,
    email,
    name,
    phone,
    timezone,
    source = "booking",
    id,
  } = body;
  const context = { ...platformContext(teamId, call), actorType, actorId };
  const sure = { display_name: name, email, source };
  const members = {
    ...sure,
    ...(phone === undefined ? {} : { phone }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  return contacts.repeating(async () => {
    const find = async (tx: TeamTx): Promise<string> => {
      const { teamId } = tx.context;
      const made = id === undefined ? [] : await tx.query<{ id: string }>(findById(teamId, id));
      const [known] =
        made.length === 0 ? await tx.query<Identified>(findIdentified(teamId, "email", email)) : made;
      if (known !== undefined) return known.id;
      const draft = { ...draftOf(members, sure), ...(id === undefined ? {} : { id: id.toLowerCase() }) };
      const { body: stored } = await contacts.insert(tx, draft, { baseUrl: "" });
      return (JSON.parse(stored as string) as Contact).id;
    };
    const { result } = await call.deps.database.write(context, find);
    return { body: { id: result } };
  });
};

/** Reads the contact with the id, in whatever state. */
function findById(teamId: string, id: string): Statement {
  const text = "select c.id from crm.contacts c where c.team_id = $1 and c.id = $2";
  return { name: "crm.contacts.booked", text, values: [teamId, id] };
}

/** A booking takes numbers and zones that a contact may refuse: then the contact goes without. */
function draftOf(members: object, sure: object) {
  try {
    return contacts.draft(members);
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_failed") return contacts.draft(sure);
    throw error;
  }
}
