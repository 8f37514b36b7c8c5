import type { Change } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import type { Contact } from "../../gen/rpc.ts";
import { WRITABLE } from "./contact-values.ts";
import { findContacts, type ContactRow } from "./queries.ts";
import { isSameJson } from "./rules.ts";

/** Stores contact.created with the write that made the contact (contacts.events). */
export function publishCreated(tx: TeamTx, created: ContactRow): void {
  publish(tx, { type: "contact.created", id: created.id, object: created.body });
}

/** Stores contact.updated with the write; `previous` holds the former values of the changed members alone. */
export function publishUpdated(tx: TeamTx, updated: ContactRow, previous: Partial<Contact>): void {
  publish(tx, { type: "contact.updated", id: updated.id, object: updated.body, previous });
}

/** Stores contact.updated for each contact an undo took back (contacts.events). */
export async function publishUndone(tx: TeamTx, changes: readonly Change[]): Promise<void> {
  const before = new Map(changes.map((change) => [change.id, change.before ?? {}]));
  for (const row of await findContacts(tx, [...before.keys()])) {
    const contact = JSON.parse(row.body) as Contact;
    const former = before.get(row.id) ?? {};
    const previous = Object.fromEntries(
      WRITABLE.filter((name) => !isSameJson(former[name], contact[name])).map((name) => [name, former[name]]),
    );
    const archivedAt = former["archived_at"];
    const wasArchived = typeof archivedAt === "string";
    if (wasArchived !== (contact.archived_at !== null))
      previous["archived_at"] = wasArchived ? new Date(archivedAt).toISOString() : null;
    publishUpdated(tx, row, previous);
  }
}
