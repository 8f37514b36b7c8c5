import { readAnswers } from "@jst/answers";
import type { TeamTx } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import type { BookedLocation } from "../../gen/rpc.ts";
import { nameOf, type BookingFacts } from "../availability/booking-facts.ts";
import { holdHostOf } from "../schedules/hold-host.ts";
import { heldRange } from "../slots/slots.ts";
import { MINUTE_MS } from "../slots/zone.ts";
import type { Acting } from "./acting.ts";
import { BOOKING } from "./booking.ts";
import { bookedLocation } from "./booked-location.ts";
import { recordOverride } from "./record-override.ts";
import type { AskedBooking } from "./read-booking.ts";
import { orLost, readFacts, requireFree, type Wanted } from "./require-free.ts";
import { tell } from "./tell.ts";
import { tellAddresses } from "./tell-addresses.ts";

/** A booking that was stored, as the API shows it. */
export interface StoredBooking {
  id: string;
  body: string;
  version: number;
}

/**
 * Books the slot in the transaction, finds or makes the contact and has everybody told (scheduling.booking). Throws
 * validation_failed, invalid_slot and slot_unavailable; run it in withAlternatives.
 */
export async function bookSlot(
  tx: TeamTx,
  asked: AskedBooking,
  { source, notify }: { source: string; notify: boolean },
  by: Acting,
): Promise<StoredBooking> {
  const teamZone = by.caller.team.timezone;
  const { attendee, start, isOverride } = asked;
  const wanted: Wanted = { named: asked.named, start, timezone: attendee.timezone, isOverride };
  const facts = await heldFacts(tx, wanted, teamZone);
  const errors: FieldError[] = [];
  const location = bookedLocation(facts.type, asked.location, attendee.phone, errors);
  const { teamId } = tx.context;
  const read = await readAnswers(facts.type.questions, asked.answers, { teamId, at: "answers" });
  errors.push(...read.errors);
  if (errors.length > 0) throw validationFailed(errors);
  await requireFree(tx, wanted, facts, teamZone);
  const contactId = tx.isPreview ? null : await by.deps.contacts.find(by, attendee);
  const draft = { ...asked, location, answers: read.answers, contactId, source, told: notify };
  const stored = await insertBooking(tx, facts, draft).catch((error: unknown) => {
    throw orLost(error, wanted, teamZone);
  });
  if (isOverride) recordOverride(tx, stored.id);
  tellAddresses(tx, stored.id, attendee);
  await tell(tx, stored.id, { change: "created", notify, teamZone }, by.deps.teller);
  return stored;
}

/** What the slot follows from, once nobody else books this host. */
async function heldFacts(tx: TeamTx, wanted: Wanted, teamZone: string): Promise<BookingFacts> {
  const range = { from: wanted.start, to: wanted.start + 1 };
  const isThere = await holdHostOf(tx, nameOf(wanted.named));
  const facts = isThere ? await readFacts(tx, wanted, range, teamZone) : undefined;
  if (facts !== undefined) return facts;
  const field = "event_type_id" in wanted.named ? "event_type_id" : "event_type";
  throw validationFailed([{ field, code: "not_found", message: "The team has no such event type." }]);
}

interface Draft extends Omit<AskedBooking, "location"> {
  location: BookedLocation;
  contactId: string | null;
  source: string;
  told: boolean;
}

async function insertBooking(
  tx: TeamTx,
  { type, rules, hours }: BookingFacts,
  draft: Draft,
): Promise<StoredBooking> {
  const { teamId, actorType, actorId } = tx.context;
  const { start, attendee, guests, location, answers, notes, contactId, source, told } = draft;
  const held = heldRange(rules, start);
  const time = (ms: number) => new Date(ms).toISOString();
  const text = `insert into scheduling.bookings as t (team_id, event_type_id, host_id, contact_id, status, start, "end",
  held_from, held_to, timezone, duration_minutes, attendee, guests, location, answers, notes, source, told,
  created_by_type, created_by_id)
values ($1, $2, $3, $4, 'booked', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
returning t.id, ${BOOKING}::text as body, t.version`;
  const [row] = await tx.query<StoredBooking & Record<string, unknown>>({
    name: "scheduling.bookings.insert",
    text,
    values: [
      ...[teamId, type.id, type.host_id, contactId],
      ...[time(start), time(start + rules.duration_minutes * MINUTE_MS), time(held.from), time(held.to)],
      ...[attendee.timezone ?? type.timezone ?? hours.timezone, rules.duration_minutes],
      ...[JSON.stringify(attendee), guests, JSON.stringify(location), JSON.stringify(answers)],
      ...[notes, source, told, actorType, actorId],
    ],
  });
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
