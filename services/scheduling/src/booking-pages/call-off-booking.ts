import { AppError } from "@jst/errors";
import { TRAP, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { cancel } from "../bookings/cancel-booking.ts";
import type { Deps } from "../deps.ts";
import { managePage } from "./manage-page.ts";
import { managed, managedByHolder } from "./managed.ts";

const REASON_MAX = 500;

/** Cancels the booking and sends back to its page; again, nothing changes. */
export async function callOffBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const found = await managedByHolder(request, deps);
  const { path, context, by, booking, role } = found;
  const back = { location: path };
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return back;
  const reason = sent.get("reason")?.[0] ?? "";
  if (Array.from(reason).length > REASON_MAX) {
    const fault = `Must have at most ${REASON_MAX} characters.`;
    return managePage(found, { status: 422, fault, reason, isOfReason: true });
  }
  try {
    await deps.database.write(context, (tx) => cancel(tx, booking.id, { reason, notify: true, role }, by));
    return back;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    return managePage(await managed(request, deps), {
      status: 409,
      fault: "This has ended and cannot be cancelled.",
    });
  }
}
