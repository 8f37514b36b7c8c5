import type { TeamTx } from "@jst/db";
import type { Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { changeBooking } from "./booking.ts";
import { type BookingActor, bookings, type BookingCommand } from "./lifecycle.ts";
import { notifyBooking } from "./notify.ts";

/** Cancels the booking, whose time is free then; again nothing changes, and the first reason stays. */
export const cancelBooking: Handler<"CancelBooking"> = ({ path, query }, call) => {
  const { reason = "", notify = true } = query;
  return bookings.run(path.booking_id, cancellation({ reason, notify }), call, call);
};

/** How a booking is cancelled. */
export interface Cancellation {
  reason: string;
  notify: boolean;
  /** The part of who cancels on a page; of a caller the database knows it. */
  role?: "attendee" | "host";
}

/** Cancels a booking in a transaction that is under way. */
export const cancel = (tx: TeamTx, id: string, how: Cancellation, acting: BookingActor): Promise<Reply> =>
  bookings.apply(tx, id, cancellation(how), { scope: acting });

const cancellation = ({ reason, notify, role }: Cancellation): BookingCommand => ({
  action: "cancel",
  to: "cancelled",
  isRepeatable: true,
  refuse: ({ isOver }) => (isOver ? "The booking has ended, so it cannot be cancelled." : undefined),
  store: async (tx, { booking: { id } }, { caller, deps }) => {
    const change = {
      status: "cancelled",
      cancel_reason: reason === "" ? null : reason,
      ...(role === undefined ? {} : { cancelled_by_role: role }),
      ...(notify ? { told: true } : {}),
    };
    const cancelled = await changeBooking(tx, id, change);
    const teamZone = caller.team.timezone;
    await notifyBooking(tx, id, { change: "cancelled", notify, teamZone }, deps.notifier);
    return cancelled;
  },
});
