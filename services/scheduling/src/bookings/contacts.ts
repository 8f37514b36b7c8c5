import type { Database, TeamContext, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { hopWithin, InternalRefusal } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";
import type { Attendee } from "../../gen/rpc.ts";
import { BOOKING } from "./booking.ts";

/** Longest wait for an answer of crm. */
const ASK_MS = 1_000;
/** Time without calls of requests to crm after a call that got no answer; an answer to the worker ends it. */
const AWAY_MS = 5_000;

/** A contact to be made for a booking that is committed. */
export interface NewContact {
  bookingId: string;
  /** Id that the contact gets when the team has none with the address. */
  contactId: string;
  attendee: Attendee;
  /** Actor in whose name crm creates the contact. */
  actor: { type: string; id: string };
}

/** Contacts of teams, which crm owns. The methods call crm, so they are not for use in a transaction. */
export class Contacts {
  readonly #crm: Peers["crm"];
  readonly #askMs: number;
  #awayUntil = -Infinity;

  /** Only tests set the longest wait. */
  constructor(crm: Peers["crm"], askMs = ASK_MS) {
    this.#crm = crm;
    this.#askMs = askMs;
  }

  /** True for some seconds after crm has not answered. */
  get isAway(): boolean {
    return performance.now() < this.#awayUntil;
  }

  /** Returns the id of the live contact with the address; null if the team has none or crm does not answer. */
  async find(context: TeamContext, email: string): Promise<string | null> {
    if (this.isAway) return null;
    const question = { team_id: context.teamId, email };
    const asking = this.#crm.findContactByEmail(question, hopWithin(this.#askMs, context));
    const found = await this.#unlessAway(asking);
    return found === "refused" ? null : (found?.id ?? null);
  }

  /**
   * Returns the live contact with the address of the attendee, or creates it; a repeat returns the same contact.
   * Returns undefined if crm does not answer.
   */
  async make(
    context: TeamContext,
    { attendee, contactId, actor }: NewContact,
  ): Promise<{ id: string } | "refused" | undefined> {
    const { name, email, phone, timezone } = attendee;
    const question = {
      team_id: context.teamId,
      id: contactId,
      email,
      name,
      ...(phone === null ? {} : { phone }),
      ...(timezone === null ? {} : { timezone }),
      actor_type: actor.type,
      actor_id: actor.id,
    };
    return this.#unlessAway(this.#crm.bookedContact(question, hopWithin(this.#askMs, context)));
  }

  /** Returns the answer of crm; undefined if crm fails or is late. */
  async #unlessAway<Answer>(asking: Promise<Answer>): Promise<Answer | "refused" | undefined> {
    try {
      const answer = await asking;
      this.#awayUntil = -Infinity;
      return answer;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof InternalRefusal)) throw error;
      if (error.status < 500) return "refused";
      this.#awayUntil = performance.now() + AWAY_MS;
      return undefined;
    }
  }
}

/** Time for the booking request to link the contact itself, before the worker does. */
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
   * Creates the contact and sets it in the booking, once even if this runs again. Returns the booking as the API shows
   * it, "refused" if crm refuses this contact, and undefined if crm does not answer.
   */
  async link(context: TeamContext, made: NewContact): Promise<{ body: string } | "refused" | undefined> {
    const contact = await this.#contacts.make(context, made);
    if (contact === undefined || contact === "refused") return contact;
    const { result } = await this.#database.write(context, (tx) =>
      setContact(tx, made.bookingId, contact.id),
    );
    return { body: result };
  }

  /** Returns the booking with its contact if crm creates it at once; otherwise the worker creates it later. */
  async linkNow(context: TeamContext, made: NewContact): Promise<string | undefined> {
    if (this.#contacts.isAway) return undefined;
    const linked = await this.link(context, made).catch(() => undefined);
    return linked === "refused" ? undefined : linked?.body;
  }
}

/** Queues the creation of the contact in the transaction of the booking. */
export function requireContact(tx: TeamTx, { bookingId, contactId }: NewContact): void {
  tx.defer({
    name: "scheduling.new_contacts.insert",
    text: `insert into scheduling.new_contacts (team_id, booking_id, contact_id, state, due_at)
values ($1, $2, $3, 'waiting', clock_timestamp() + make_interval(secs => $4))`,
    values: [tx.context.teamId, bookingId, contactId, OWN_SECONDS],
  });
}

/** Sets the contact of the booking. That is not a change by a caller, so the version of the booking stays. */
async function setContact(tx: TeamTx, bookingId: string, contactId: string): Promise<string> {
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
