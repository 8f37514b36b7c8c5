import { Lifecycle, type Command } from "@jst/resource";
import type { BookingActor } from "./acting.ts";
import { lockBooking, type ChangedBooking, type LockedBooking } from "./booking.ts";

/** One way of a booking from a state to another. */
export type BookingCommand = Command<LockedBooking, ChangedBooking, BookingActor>;

/** Bookings by their states (scheduling.states); the clock completes those that have ended. */
export const bookings = new Lifecycle<LockedBooking, ChangedBooking, BookingActor>({
  noun: "A booking",
  states: { booked: ["cancelled", "no_show"], completed: ["no_show"], cancelled: [], no_show: [] },
  lock: lockBooking,
  itemOf: ({ booking }) => booking,
});

/** Throws invalid_state_transition unless the booking is to come or under way. */
export function requireRunning(
  { booking: { status }, isOver }: LockedBooking,
  to: string,
  detail: string,
): void {
  if (status !== "booked" || isOver) throw bookings.refusal(status, to, detail);
}
