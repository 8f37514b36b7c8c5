import type { Database, TeamContext, TeamTx } from "@jst/db";
import { BOOKING } from "./booking.ts";
import type { Contacts, NewContact } from "./contacts.ts";

/** Time that whoever has booked has for the contact, before the worker takes it up. */
const OWN_SECONDS = 2;

/** Makes contacts of attendees after the commit of their bookings (scheduling.contact). */
export class NewContacts {
  readonly #contacts: Contacts;
  readonly #database: Database;

  constructor(contacts: Contacts, database: Database) {
    this.#contacts = contacts;
    this.#database = database;
  }

  /**
   * Makes the contact and names it in the booking, both once however often this runs; answers the booking as the API
   * shows it. Answers "refused" when crm never makes this contact, and undefined when crm is away.
   */
  async link(context: TeamContext, made: NewContact): Promise<{ body: string } | "refused" | undefined> {
    const contact = await this.#contacts.make(context, made);
    if (contact === undefined || contact === "refused") return contact;
    const { result } = await this.#database.write(context, (tx) => name(tx, made.bookingId, contact.id));
    return { body: result };
  }

  /** Answers the booking with its contact when that is made at once; the worker makes it in all other cases. */
  async linkNow(context: TeamContext, made: NewContact): Promise<string | undefined> {
    if (this.#contacts.isAway) return undefined;
    const linked = await this.link(context, made).catch(() => undefined);
    return linked === "refused" ? undefined : linked?.body;
  }
}

/** Notes in the transaction of the booking that its contact is to be made. */
export function requireContact(tx: TeamTx, { bookingId, contactId }: NewContact): void {
  tx.defer({
    name: "scheduling.new_contacts.insert",
    text: `insert into scheduling.new_contacts (team_id, booking_id, contact_id, state, due_at)
values ($1, $2, $3, 'waiting', clock_timestamp() + make_interval(secs => $4))`,
    values: [tx.context.teamId, bookingId, contactId, OWN_SECONDS],
  });
}

/** Names the contact in the booking. Nobody has changed the booking then: its version stays. */
async function name(tx: TeamTx, bookingId: string, contactId: string): Promise<string> {
  tx.defer({
    name: "scheduling.new_contacts.delete",
    text: "delete from scheduling.new_contacts n where n.team_id = $1 and n.booking_id = $2",
    values: [tx.context.teamId, bookingId],
  });
  const [row] = await tx.last<{ body: string }>({
    name: "scheduling.bookings.name_contact",
    text: `update scheduling.bookings t set contact_id = coalesce(t.contact_id, $3), updated_at = clock_timestamp()
where t.team_id = $1 and t.id = $2
returning ${BOOKING}::text as body`,
    values: [tx.context.teamId, bookingId, contactId],
  });
  if (row === undefined) throw new Error("A booking that was written is gone.");
  return row.body;
}
