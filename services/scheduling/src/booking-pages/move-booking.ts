import { AppError, validationFailed } from "@jst/errors";
import { TRAP, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { instantMs, isInstant } from "@jst/query";
import { move } from "../bookings/reschedule-booking.ts";
import { withAlternatives } from "../bookings/require-free.ts";
import type { Deps } from "../deps.ts";
import { managePage } from "./manage-page.ts";
import { managed, managedByHolder } from "./managed.ts";
import { movesPage } from "./moves-page.ts";
import { NOT_MOVED } from "./show-moves.ts";

/** Moves the booking and sends back to its page; what is refused is shown with other times. */
export async function moveBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const found = await managedByHolder(request, deps);
  const { path, context, by, booking } = found;
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return { location: path };
  const text = sent.get("start")?.[0] ?? "";
  try {
    if (!isInstant(text)) throw validationFailed([notInstant]);
    const to = { start: instantMs(text), isOverride: false, notify: true };
    await withAlternatives(found.reader, () =>
      deps.database.write(context, (tx) => move(tx, booking.id, to, by)),
    );
    return { location: path };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const fault = faults[thrown.code];
    if (thrown.code === "invalid_state_transition")
      return managePage(await managed(request, deps), { status: 409, fault: NOT_MOVED });
    if (fault === undefined) throw thrown;
    const { alternatives = [] } = thrown.extension as { alternatives?: { start: string }[] };
    const starts = alternatives.map((one) => one.start);
    const status = thrown.code === "slot_unavailable" ? 409 : 422;
    return movesPage(found, { date: text.slice(0, 10) }, deps, { status, fault, alternatives: starts });
  }
}

const notInstant = { field: "start", code: "invalid_format", message: "The start is not a valid time." };

/** Refusals that a person can do something about. */
const faults: Readonly<Record<string, string | undefined>> = {
  validation_failed: "Choose one of the times.",
  invalid_slot: "This time cannot be booked. Choose another one.",
  slot_unavailable: "This time is no longer free. Choose another one.",
};
