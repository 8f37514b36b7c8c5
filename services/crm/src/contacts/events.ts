import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
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
}
