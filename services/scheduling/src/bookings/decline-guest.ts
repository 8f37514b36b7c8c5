import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { BookingActor } from "./acting.ts";
import { changeBooking } from "./booking.ts";
import { bookings, requireRunning } from "./lifecycle.ts";
import { tell } from "./tell.ts";

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
  await tell(tx, id, { change: "guest_declined", notify: true, teamZone, guest }, acting.deps.teller);
}
