import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import type { Contact } from "../../gen/rpc.ts";
import type { ContactRow } from "./queries.ts";

/** Stores contact.created with the write that made the contact (contract 20). */
export function publishCreated(tx: TeamTx, created: ContactRow): void {
  publish(tx, { type: "contact.created", id: created.id, object: created.body });
}

/** Stores contact.updated with the write; `previous` holds the former values of the changed members alone. */
export function publishUpdated(tx: TeamTx, updated: ContactRow, previous: Partial<Contact>): void {
  publish(tx, { type: "contact.updated", id: updated.id, object: updated.body, previous });
}
