import { AppError, notFound } from "@jst/errors";
import { TRAP, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { declineGuest } from "../bookings/decline-guest.ts";
import type { Deps } from "../deps.ts";
import { managePage } from "./manage-page.ts";
import { managed } from "./managed.ts";

/** Declines for the guest of the page and sends back to it; no other page declines. */
export async function declineBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const { path, context, by, booking, holder } = await managed(request, deps);
  if (holder.role !== "guest") throw notFound();
  const back = { location: path };
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return back;
  const { guest } = holder;
  try {
    await deps.database.write(context, (tx) => declineGuest(tx, { id: booking.id, guest }, by));
    return back;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    return managePage(await managed(request, deps), {
      status: 409,
      fault: "This booking is cancelled or has ended, so there is nothing to decline.",
    });
  }
}
