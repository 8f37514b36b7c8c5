import { readAnswers } from "@jst/answers";
import { one, type Statement, type TeamTx, uuidv7 } from "@jst/db";
import { withEvents } from "@jst/events";
import { type FieldError, validationFailed } from "@jst/errors";
import { randomUUID } from "node:crypto";
import type { BookedLocation, Handler } from "../../gen/rpc.ts";
import {
  type BookingFacts,
  columnOf,
  orSlotLost,
  readerOf,
  readFacts,
  requireFree,
  type SlotRequest,
  withAlternatives,
} from "../availability/free-slots.ts";
import type { Person } from "../calendar/invite.ts";
import { lockHostOf } from "../schedules/schedule.ts";
import { MINUTE_MS } from "../slots/hours.ts";
import { heldRange } from "../slots/slots.ts";
import { BOOKING, recordOverride } from "./booking.ts";
import { type NewContact, requireContact } from "./contacts.ts";
import type { BookingActor } from "./lifecycle.ts";
import { notifyAttendees, publishGivenAddresses } from "./notify.ts";
import { type AskedBooking, bookedLocation, namingFaults, phoneFaults, readBooking } from "./read-booking.ts";

const create: Handler<"CreateBooking"> = async ({ body, query }, call) => {
  const errors: FieldError[] = [];
  const asked = readBooking(body, call.caller, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const source = call.caller.door === "rest" || call.caller.door === "internal" ? "api" : "agent";
  const notify = body.notify !== false && query.notify !== false;
  const { contacts, newContacts, senders } = call.deps;
  const [contactId, sender] = await Promise.all([
    contacts.find(call.context, asked.attendee.email),
    senders.find(call.context),
  ]);
  const options = { source, notify, contactId, sender, isLast: true };
  return withAlternatives(readerOf(call), () =>
    call.write(async (tx) => {
      const { id, body: stored, version, newContact } = await bookSlot(tx, asked, options, call);
      const location = `${call.baseUrl}/api/v1/scheduling/bookings/${id}`;
      const reply = { body: stored, headers: { location, etag: `"${version}"` } };
      if (newContact === undefined) return reply;
      return { ...reply, committed: () => newContacts.linkNow(call.context, newContact) };
    }),
  );
};

/**
 * Books the slot: nobody else has it from then on (scheduling.booking). The contact is read before the transaction and
 * made after it, so that crm keeps nobody from the host, and a refused booking leaves no contact.
 */
export const createBooking: Handler<"CreateBooking"> = Object.assign(create, {
  faults: (body: unknown) => [...namingFaults(body), ...phoneFaults(body)],
});

/** A booking that was stored, as the API shows it. */
export interface StoredBooking {
  id: string;
  body: string;
  version: number;
  /** The contact that is to be made once the booking is committed; none where the attendee was a contact. */
  newContact?: NewContact;
}

/** How a slot is booked. */
export interface BookingOptions {
  source: string;
  notify: boolean;
  /** The contact of the attendee, as it was read before the transaction; null where there was none. */
  contactId: string | null;
  /** Sender of the team's mail, as it was read before the transaction; null without one. */
  sender: Person | null;
  /** True where the transaction ends with the booking. */
  isLast?: boolean;
}

/**
 * Books the slot in the transaction and has everybody told (scheduling.booking). Throws validation_failed, invalid_slot
 * and slot_unavailable; run it in withAlternatives. Throws ReadFirst for a host who is not known yet.
 */
export async function bookSlot(
  tx: TeamTx,
  asked: AskedBooking,
  { source, notify, contactId, sender, isLast = false }: BookingOptions,
  by: BookingActor,
): Promise<StoredBooking> {
  const teamZone = by.caller.team.timezone;
  const { attendee, start, isOverride } = asked;
  const wanted: SlotRequest = { named: asked.named, start, timezone: attendee.timezone, isOverride };
  const facts = await lockedFacts(tx, wanted, teamZone);
  const errors: FieldError[] = [];
  const location = bookedLocation(facts.type, asked.location, attendee.phone, errors);
  const { teamId, country } = tx.context;
  const read = await readAnswers(facts.type.questions, asked.answers, { teamId, country, at: "answers" });
  errors.push(...read.errors);
  if (errors.length > 0) throw validationFailed(errors);
  await requireFree(tx, wanted, facts, teamZone);
  const draft = draftOf(
    facts,
    { ...asked, location, answers: read.answers },
    facts.isHostOrganizer ? null : sender,
  );
  const newContact = contactId === null ? newContactOf(tx, draft) : undefined;
  if (newContact !== undefined) requireContact(tx, newContact);
  if (isOverride) recordOverride(tx, draft.id);
  publishGivenAddresses(tx, draft.id, attendee);
  if (notify)
    await notifyAttendees(tx, draft, { change: "created", timezone: facts.hours.timezone }, by.deps.notifier);
  const insert = withEvents(
    insertBooking(tx, draft, { contactId, source, told: notify }),
    tx,
    [{ type: "booking.created" }],
    { details: [] },
  );
  const run = isLast ? tx.last.bind(tx) : tx.query.bind(tx);
  const rows = await run<StoredBooking & Record<string, unknown>>(insert).catch((error: unknown) => {
    throw orSlotLost(error, wanted, teamZone);
  });
  return { ...one(rows), ...(newContact === undefined ? {} : { newContact }) };
}

/** Answers what the slot follows from, once nobody else books this host. */
async function lockedFacts(tx: TeamTx, wanted: SlotRequest, teamZone: string): Promise<BookingFacts> {
  const range = { from: wanted.start, to: wanted.start + 1 };
  lockHostOf(tx, columnOf(wanted.named));
  const facts = await readFacts(tx, wanted, range, teamZone);
  if (facts !== undefined) return facts;
  const field = "event_type_id" in wanted.named ? "event_type_id" : "event_type";
  throw validationFailed([
    {
      field,
      code: "not_found",
      message: "No event type of your team has this id or slug. Check the spelling, or list the event types.",
    },
  ]);
}

/** A booking that is about to be stored, as its mails show it, with what else is stored of it. */
type Draft = ReturnType<typeof draftOf>;

function draftOf(
  { type, rules, hours }: BookingFacts,
  asked: Omit<AskedBooking, "location"> & { location: BookedLocation },
  organizer: Person | null,
) {
  const { start, attendee, guests, location, answers, notes } = asked;
  const time = (ms: number) => new Date(ms).toISOString();
  const held = heldRange(rules, start);
  return {
    id: uuidv7(),
    uid: randomUUID() as string,
    host_id: type.host_id,
    event_type: type,
    status: "booked",
    start: time(start),
    end: time(start + rules.duration_minutes * MINUTE_MS),
    held_from: time(held.from),
    held_to: time(held.to),
    timezone: attendee.timezone ?? type.timezone ?? hours.timezone,
    ...{ attendee, guests, location, answers, notes, questions: type.questions },
    guest_states: guests.map((email) => ({ email, status: "invited" })),
    organizer,
    cancelled_by: null,
    cancelled_by_role: null,
    ical_sequence: 0,
    rescheduled_from: null,
    cancel_reason: null,
    changed_at: time(Date.now()),
  };
}

function newContactOf({ context }: TeamTx, { id, attendee }: Draft): NewContact {
  const actor = { type: context.actorType, id: context.actorId };
  return { bookingId: id, contactId: uuidv7(), attendee, actor };
}

function insertBooking(
  { context: { teamId, actorType, actorId } }: TeamTx,
  draft: Draft,
  { contactId, source, told }: { contactId: string | null; source: string; told: boolean },
): Statement {
  const { id, uid, event_type: type, start, end, timezone, attendee, guests, location, answers } = draft;
  return {
    name: "scheduling.bookings.insert",
    text: `insert into scheduling.bookings as t (team_id, id, uid, event_type_id, host_id, contact_id, status, start, "end",
  held_from, held_to, timezone, duration_minutes, attendee, guests, location, answers, notes, source, told,
  organizer, created_by_type, created_by_id)
values ($1, $2, $3, $4, $5, $6, 'booked', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
returning t.id, ${BOOKING}::text as body, t.version`,
    values: [
      ...[teamId, id, uid, type.id, type.host_id, contactId],
      ...[start, end, draft.held_from, draft.held_to, timezone, type.duration_minutes],
      ...[JSON.stringify(attendee), guests, JSON.stringify(location), JSON.stringify(answers)],
      ...[draft.notes, source, told, draft.organizer && JSON.stringify(draft.organizer), actorType, actorId],
    ],
  };
}
