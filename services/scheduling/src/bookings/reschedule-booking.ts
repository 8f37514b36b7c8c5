import type { TeamTx } from "@jst/db";
import { notFound, validationFailed, type FieldError } from "@jst/errors";
import { instantMs } from "@jst/query";
import { publish } from "@jst/events";
import { formerMembers, requireId } from "@jst/resource";
import type { Reply } from "@jst/rpc";
import type { Booking, Handler } from "../../gen/rpc.ts";
import {
  type BookingFacts,
  orSlotLost,
  readerOf,
  readFacts,
  requireFree,
  withAlternatives,
  type SlotRequest,
} from "../availability/free-slots.ts";
import { lockHost } from "../schedules/schedule.ts";
import { heldRange } from "../slots/slots.ts";
import { MINUTE_MS } from "../slots/hours.ts";
import { changeBooking, hostOf, type Change, recordOverride } from "./booking.ts";
import { type BookingActor, bookings, requireRunning } from "./lifecycle.ts";
import { readOverride } from "./read-booking.ts";
import { notifyBooking } from "./notify.ts";

/**
 * Moves the booking to another slot, with the duration and buffers that its event type has now; to its own start
 * nothing changes (scheduling.reschedule).
 */
export const rescheduleBooking: Handler<"RescheduleBooking"> = async ({ path, body, query }, call) => {
  const id = requireId(path.booking_id);
  const errors: FieldError[] = [];
  const start = instantMs(body.start);
  const isOverride = readOverride(body.override_availability, call.caller, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const notify = body.notify !== false && query.notify !== false;
  const to = { start, isOverride, notify, ifMatch: call.ifMatch };
  return withAlternatives(readerOf(call), () => call.write((tx) => move(tx, id, to, call)));
};

/** New time of a booking. */
export interface Move {
  start: number;
  isOverride: boolean;
  notify: boolean;
  ifMatch?: number | undefined;
}

/** The same within a transaction. */
export async function move(
  tx: TeamTx,
  id: string,
  { notify, ifMatch, ...to }: Move,
  acting: BookingActor,
): Promise<Reply> {
  const hostId = await hostOf(tx, id);
  if (hostId === undefined) throw notFound();
  // As who books: the host first, then the booking.
  lockHost(tx, hostId);
  const locked = await bookings.lock(tx, id, { scope: acting, ifMatch });
  const { booking } = locked;
  requireRunning(locked, "booked", "A booking that is cancelled or has ended cannot be moved.");
  if (Date.parse(booking.start) === to.start)
    return { body: { ...booking }, headers: { etag: `"${booking.version}"` }, isUnchanged: true };
  const moved = { hostId, except: id };
  const wanted: SlotRequest = {
    named: { event_type_id: booking.event_type_id },
    ...to,
    timezone: booking.timezone,
    moved,
  };
  const teamZone = acting.caller.team.timezone;
  const facts = await readFacts(tx, wanted, { from: to.start, to: to.start + 1 }, teamZone);
  if (facts === undefined) throw new Error("A booking's event type is gone.");
  await requireFree(tx, wanted, facts, teamZone);
  const change = { ...changeTo(to.start, booking, facts), ...(notify ? { told: true } : {}) };
  const { body, version } = await changeBooking(tx, id, change).catch((error: unknown) => {
    throw orSlotLost(error, wanted, teamZone);
  });
  const previous = formerMembers(booking, JSON.parse(body) as object);
  publish(tx, { type: "booking.rescheduled", id, object: body, previous });
  if (to.isOverride) recordOverride(tx, id);
  await notifyBooking(tx, id, { change: "rescheduled", notify, teamZone }, acting.deps.notifier);
  return { body, headers: { etag: `"${version}"` } };
}

function changeTo(start: number, before: Booking, { rules }: BookingFacts): Change {
  const time = (ms: number) => new Date(ms).toISOString();
  const held = heldRange(rules, start);
  return {
    start: time(start),
    end: time(start + rules.duration_minutes * MINUTE_MS),
    held_from: time(held.from),
    held_to: time(held.to),
    duration_minutes: rules.duration_minutes,
    rescheduled_from: before.start,
  };
}
