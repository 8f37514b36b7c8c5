import { platformContext } from "@jst/rpc";
import type { Row, TeamTx } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import type { Contact, InternalHandler } from "../../gen/rpc.ts";
import { contacts } from "../contacts/contact.ts";

/** As many as a contact may have (contacts.members). */
const TAGS_MAX = 50;

/** Puts the tag on a live contact, with its event; one that has the tag already is not written. */
export const tagContact: InternalHandler<"TagContact"> = async ({ team_id, contact_id: id, tag }, call) => {
  const context = platformContext(team_id, call);
  const { result } = await call.deps.database.write(context, async (tx) => {
    const before = await held(tx, id);
    if (before.includes(tag)) return before;
    if (before.length >= TAGS_MAX)
      throw new AppError(
        "limit_reached",
        `The contact already has ${TAGS_MAX} tags, which is the maximum. Remove one first.`,
      );
    const { body } = await contacts.apply(tx, id, { members: { tags: [...before, tag] } }, undefined);
    return (JSON.parse(body as string) as Contact).tags;
  });
  return { body: { tags: result } };
};

/**
 * Locks the contact and returns its tags; two concurrent additions are both stored. Throws not_found for an id that is
 * not a live contact.
 */
async function held(tx: TeamTx, id: string): Promise<string[]> {
  const [contact] = await tx.query<{ tags: string[] } & Row>({
    name: "crm.contacts.hold_tags",
    text: `select c.tags from crm.contacts c
      where c.team_id = $1 and c.id = $2 and c.archived_at is null for no key update`,
    values: [tx.context.teamId, id],
  });
  if (contact === undefined) throw notFound();
  return contact.tags;
}
