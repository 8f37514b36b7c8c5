import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { findBooking } from "./booking.ts";

/** Answers one booking. */
export const getBooking: Handler<"GetBooking"> = async ({ path }, call) => {
  const statement = findBooking(call.caller.team_id, requireId(path.booking_id));
  const [row] = await call.read<{ body: string; version: number }>(statement);
  if (row === undefined) throw notFound();
  // The name of the event type moves without the version.
  return { body: row.body, headers: { etag: `"${row.version}"` } };
};
