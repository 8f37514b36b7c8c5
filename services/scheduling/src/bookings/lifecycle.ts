import type { TeamContext, TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { Lifecycle, type Command } from "@jst/resource";
import type { Deps } from "../deps.ts";
import { changeBooking, lockBooking, type ChangedBooking, type LockedBooking } from "./booking.ts";
import { notifyBooking } from "./notify.ts";

/** Caller in whose name a booking is made, moved or cancelled; a page acts as the platform. */
export interface BookingActor {
  caller: { team_id: string; team: { timezone: string } };
  context: TeamContext;
  deps: Pick<Deps, "notifier">;
}

/** One way of a booking from a state to another. */
export type BookingCommand = Command<LockedBooking, ChangedBooking, BookingActor>;

/** Bookings by their states (scheduling.states); the clock completes those that have ended. */
export const bookings = new Lifecycle<LockedBooking, ChangedBooking, BookingActor>({
  noun: "A booking",
  states: { booked: ["cancelled", "no_show"], completed: ["no_show"], cancelled: [], no_show: [] },
  lock: lockBooking,
  itemOf: ({ booking }) => booking,
  events: { cancel: "booking.cancelled", "no-show": "booking.no_show" },
});

/** Throws invalid_state_transition unless the booking is to come or under way. */
export function requireRunning(
  { booking: { status }, isOver }: LockedBooking,
  to: string,
  detail: string,
): void {
  if (status !== "booked" || isOver) throw bookings.refusal(status, to, detail);
}

/** Declines for one guest and notifies host and attendee (scheduling.guests); again, nothing changes. */
export async function declineGuest(
  tx: TeamTx,
  { id, guest }: { id: string; guest: string },
  acting: BookingActor,
): Promise<void> {
  const locked = await bookings.lock(tx, id, { scope: acting });
  const { booking } = locked;
  const state = booking.guest_states.find(({ email }) => email === guest);
  if (state === undefined) throw notFound();
  if (state.status === "declined") return;
  requireRunning(locked, "declined", "A booking that is cancelled or has ended cannot be declined.");
  const declined = booking.guest_states.flatMap(({ email, declined_at: at }) =>
    at === null ? [] : [[email, at]],
  );
  const declined_guests = { ...Object.fromEntries(declined), [guest]: new Date().toISOString() } as object;
  await changeBooking(tx, id, { declined_guests: JSON.stringify(declined_guests) });
  const teamZone = acting.caller.team.timezone;
  await notifyBooking(
    tx,
    id,
    { change: "guest_declined", notify: true, teamZone, guest },
    acting.deps.notifier,
  );
}
