import type { Handler } from "../../gen/rpc.ts";
import { changeBooking } from "./booking.ts";
import { bookings, type BookingCommand } from "./lifecycle.ts";

const noShow: BookingCommand = {
  action: "no-show",
  to: "no_show",
  isRepeatable: true,
  refuse: ({ hasBegun }) =>
    hasBegun ? undefined : "The booking has not started. Record a no-show after its start.",
  store: (tx, { booking }) => changeBooking(tx, booking.id, { status: "no_show" }),
};

/** Records that the attendee did not come, once the start has passed; again, nothing changes. */
export const markNoShow: Handler<"MarkNoShow"> = ({ path }, call) =>
  bookings.run(path.missed_booking_id, noShow, call, call);
