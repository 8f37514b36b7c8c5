import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import type { Acting } from "./acting.ts";
import { changeBooking, holdBooking } from "./booking.ts";
import { stateRefusal } from "./state-refusal.ts";
import { tell } from "./tell.ts";

/** Cancels the booking, whose time is free then; again nothing changes, and the first reason stays. */
export const cancelBooking: Handler<"CancelBooking"> = async ({ path, query }, call) => {
  const id = requireId(path.booking_id);
  const { reason = "", notify = true } = query;
  return call.write((tx) => cancel(tx, id, { reason, notify, ifMatch: call.ifMatch }, call));
};

/** How a booking is cancelled. */
export interface Cancellation {
  reason: string;
  notify: boolean;
  ifMatch?: number | undefined;
  /** The part of who cancels on a page; of a caller the database knows it. */
  role?: "attendee" | "host";
}

/** The same within a transaction. */
export async function cancel(
  tx: TeamTx,
  id: string,
  { reason, notify, ifMatch, role }: Cancellation,
  { caller, deps }: Acting,
): Promise<Reply> {
  const held = await holdBooking(tx, id);
  if (held === undefined) throw notFound();
  const { booking, isOver } = held;
  requireVersion("booking", booking.version, ifMatch);
  if (booking.status === "cancelled")
    return { body: { ...booking }, headers: { etag: `"${booking.version}"` }, isUnchanged: true };
  if (booking.status !== "booked" || isOver)
    throw stateRefusal(booking.status, "cancelled", [], "A booking that has ended cannot be cancelled.");
  const change = {
    status: "cancelled",
    cancel_reason: reason === "" ? null : reason,
    ...(role === undefined ? {} : { cancelled_by_role: role }),
    ...(notify ? { told: true } : {}),
  };
  const { body, version } = await changeBooking(tx, id, change);
  const teamZone = caller.team.timezone;
  await tell(tx, id, { change: "cancelled", notify, teamZone }, deps.teller);
  return { body, headers: { etag: `"${version}"` } };
}
