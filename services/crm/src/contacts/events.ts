import type { TeamTx } from "@jst/db";
import { publish, publishFact } from "@jst/events";
import type { StoredRow } from "@jst/resource";
import type { Contact } from "../../gen/rpc.ts";

/**
 * Stores contact.created with the write that made the contact, or contact.updated with any other; `previous` holds the
 * former values of the changed members alone (contacts.events).
 */
export function publishStored(tx: TeamTx, stored: StoredRow, previous: Partial<Contact> | undefined): void {
  const event = { id: stored.id, object: stored.body };
  if (previous === undefined) publish(tx, { type: "contact.created", ...event });
  else publish(tx, { type: "contact.updated", ...event, previous });
  if (previous !== undefined && "merged_into" in previous) publishMerge(tx, stored);
}

/** Stores the fact by which other services know that a contact is merged, or no longer is. */
export function publishMerge(tx: TeamTx, { id, version, body }: StoredRow): void {
  const { merged_into } = JSON.parse(body) as Contact;
  publishFact(tx, { type: "contact.merged", id, data: { merged_into, version } });
}
