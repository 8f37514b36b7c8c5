import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { changeBooking, holdBooking } from "./booking.ts";
import { stateRefusal } from "./state-refusal.ts";

/** Notes that the attendee did not come, once the start has passed; again, nothing changes. */
export const markNoShow: Handler<"MarkNoShow"> = async ({ path }, call) => {
  const id = requireId(path.missed_booking_id);
  return call.write(async (tx) => {
    const held = await holdBooking(tx, id);
    if (held === undefined) throw notFound();
    const { booking, hasBegun } = held;
    requireVersion("booking", booking.version, call.ifMatch);
    if (booking.status === "no_show")
      return { body: { ...booking }, headers: { etag: `"${booking.version}"` }, isUnchanged: true };
    if (booking.status === "cancelled")
      throw stateRefusal("cancelled", "no_show", [], "Nobody was expected: the booking was cancelled.");
    if (!hasBegun)
      throw stateRefusal(
        booking.status,
        "no_show",
        ["cancelled"],
        "Nobody is late before the booking begins.",
      );
    const { body, version } = await changeBooking(tx, id, { status: "no_show" });
    return { body, headers: { etag: `"${version}"` } };
  });
};
