import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { Contact, Handler } from "../../gen/rpc.ts";
import { publishUpdated } from "./events.ts";
import { requireId, requireVersion } from "../preconditions.ts";
import * as queries from "./queries.ts";

/** Archives the contact and stores its contact.updated event in one transaction; archiving again changes nothing. */
export const archiveContact: Handler<"ArchiveContact"> = ({ path }, call) => {
  const id = requireId(path.contact_id);
  return call.write(async (tx) => {
    const archived = await queries.archiveContact(tx, id, call.ifMatch);
    if (archived === undefined) return unchanged(tx, id, call.ifMatch);
    publishUpdated(tx, archived, { archived_at: null });
    return { body: { id: archived.id, archived_at: archived.archived_at } };
  });
};

/** Why nothing was archived: no such contact, another version, or it is archived already. */
async function unchanged(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
  const [row] = await tx.query<queries.ContactRow>(queries.findContact(tx.context.teamId, id));
  if (row === undefined) throw notFound();
  requireVersion("contact", row.version, ifMatch);
  const { archived_at } = JSON.parse(row.body) as Contact;
  return { body: { id: row.id, archived_at }, isUnchanged: true };
}
