import { isConstraint, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import {
  factsOf,
  findFacts,
  type BookingFacts,
  type EventTypeName,
  type StoredFacts,
} from "../availability/booking-facts.ts";
import { slotTime } from "../availability/slot-time.ts";
import { Busy } from "../slots/busy.ts";
import { heldRange, slotStarts } from "../slots/slots.ts";
import { DAY_MS, MINUTE_MS } from "../slots/zone.ts";

const ALTERNATIVES_MAX = 3;
const ALTERNATIVES_MS = 14 * DAY_MS;

/** Slot that is to be booked, and its attendee. */
export interface SlotRequest {
  named: EventTypeName;
  start: number;
  /** Zone in which alternatives are told. */
  timezone?: string | null | undefined;
  isOverride: boolean;
  /** A booking that moves: its host, and it is in nobody's way itself. */
  moved?: { hostId: string; except: string };
}

/** Reader in the name of a team: a transaction, or a call whose transaction is over. */
export interface Reader {
  context: { teamId: string };
  query: TeamTx["query"];
}

/** Makes the reader of a call beside its transaction. */
export const readerOf = (call: Pick<Call<unknown>, "context" | "read">): Reader => ({
  context: call.context,
  query: (statement) => call.read(statement),
});

/** Reads what the slot follows from; undefined where the team has no such event type. */
export async function readFacts(
  tx: Reader,
  { named, moved }: Pick<SlotRequest, "named" | "moved">,
  range: { from: number; to: number },
  timezone: string,
): Promise<BookingFacts | undefined> {
  const statement = findFacts(tx.context.teamId, named, range, moved);
  const [stored] = await tx.query<StoredFacts & Record<string, unknown>>(statement);
  return stored === undefined ? undefined : factsOf(stored, timezone);
}

/**
 * Throws invalid_slot for what was never offered, slot_unavailable with alternatives for what is gone
 * (scheduling.refusals). Whoever asks holds the host.
 */
export async function requireFree(
  tx: TeamTx,
  wanted: SlotRequest,
  facts: BookingFacts,
  teamZone: string,
): Promise<void> {
  const { start, isOverride } = wanted;
  const moment = { from: start, to: start + 1 };
  const isWhole = start % MINUTE_MS === 0;
  if (!facts.rules.active || !isWhole) throw invalidSlot();
  if (isOverride) {
    if (new Busy(facts.booked).overlaps(heldRange(facts.rules, start)))
      throw await unavailable(tx, wanted, teamZone);
    return;
  }
  if (slotStarts(facts, moment).length > 0) return;
  if (slotStarts({ ...facts, busy: [], counted: [] }, moment).length === 0) throw invalidSlot();
  throw await unavailable(tx, wanted, teamZone);
}

function invalidSlot(): AppError {
  const detail =
    "No slot of this event type begins then. Ask for its availability and take one of its slots.";
  return new AppError("invalid_slot", detail);
}

/** Tells of a slot whether it can be booked now, as far as the facts go. */
export const isFree = (facts: BookingFacts, start: number): boolean =>
  start % MINUTE_MS === 0 && slotStarts(facts, { from: start, to: start + 1 }).length > 0;

const GONE = "This slot is no longer free. Choose one of the alternatives, or read the availability.";

/** Somebody else has the slot, says the constraint alone: nothing more can be read in this transaction. */
class LostSlot extends AppError {
  readonly wanted: SlotRequest;
  readonly teamZone: string;

  constructor(wanted: SlotRequest, teamZone: string) {
    super("slot_unavailable", GONE, { extension: { alternatives: [] } });
    this.wanted = wanted;
    this.teamZone = teamZone;
  }
}

/** The error of a write of this slot: whoever has it by another way than this one is not seen before. */
export const orLost = (error: unknown, wanted: SlotRequest, teamZone: string): unknown =>
  isConstraint(error, "bookings_apart") ? new LostSlot(wanted, teamZone) : error;

/** Runs a transaction; who loses in it by the constraint alone is told of the next free slots like anybody else. */
export async function withAlternatives<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LostSlot ? await unavailable(reader, error.wanted, error.teamZone) : error;
  }
}

/** The refusal of a slot that is gone, with the next ones that are not. */
export async function unavailable(tx: Reader, wanted: SlotRequest, teamZone: string): Promise<AppError> {
  const { start } = wanted;
  const range = { from: start + 1, to: start + ALTERNATIVES_MS };
  const facts = await readFacts(tx, wanted, range, teamZone);
  const alternatives = facts === undefined ? [] : nextSlots(facts, range, wanted.timezone);
  return new AppError("slot_unavailable", GONE, { extension: { alternatives } });
}

function nextSlots(
  facts: BookingFacts,
  range: { from: number; to: number },
  zone: string | null | undefined,
): { start: string; end: string }[] {
  const timezone = zone ?? facts.type.timezone ?? facts.hours.timezone;
  const length = facts.rules.duration_minutes * MINUTE_MS;
  return slotStarts(facts, range)
    .slice(0, ALTERNATIVES_MAX)
    .map((at) => ({ start: slotTime(at, timezone), end: slotTime(at + length, timezone) }));
}
