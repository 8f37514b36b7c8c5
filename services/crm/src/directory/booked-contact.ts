import { AppError } from "@jst/errors";
import type { TeamTx } from "@jst/db";
import type { Contact, InternalHandler } from "../../gen/rpc.ts";
import { againWhenTaken } from "../contacts/again-when-taken.ts";
import { contacts } from "../contacts/contact.ts";
import { findHolder } from "../contacts/queries.ts";
import { asSystem } from "./as-system.ts";

/**
 * The live contact with this e-mail address, which is not changed, or else a new one with its event, made in the name
 * of who books (scheduling.contact) or buys (commerce.checkout).
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
  } = body;
  const context = { ...asSystem(teamId.toLowerCase(), call), actorType, actorId };
  const sure = { display_name: name, email, source };
  const members = {
    ...sure,
    ...(phone === undefined ? {} : { phone }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  return againWhenTaken(async () => {
    const find = async (tx: TeamTx): Promise<string> => {
      const held = findHolder(tx.context.teamId, { field: "email", value: email });
      const [holder] = await tx.query<{ id: string }>(held);
      if (holder !== undefined) return holder.id;
      const { body: made } = await contacts.insert(tx, draftOf(members, sure), { baseUrl: "" });
      return (JSON.parse(made as string) as Contact).id;
    };
    const { result } = await call.deps.database.write(context, find);
    return { body: { id: result } };
  });
};

/** A booking takes numbers and zones that a contact may refuse: then the contact goes without. */
function draftOf(members: object, sure: object) {
  try {
    return contacts.draft(members);
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_failed") return contacts.draft(sure);
    throw error;
  }
}
