import { AppError, notFound, validationFailed } from "@jst/errors";
import {
  type Content,
  factsHtml,
  formHtml,
  html,
  type Page,
  type PageRequest,
  type SentOn,
  TRAP,
} from "@jst/pages";
import { instantMs, isInstant } from "@jst/query";
import {
  type BookingFacts,
  factsOf,
  findFacts,
  type StoredFacts,
  withAlternatives,
} from "../availability/free-slots.ts";
import { move } from "../bookings/reschedule-booking.ts";
import { span } from "../calendar/mails.ts";
import type { Deps } from "../deps.ts";
import type { Range } from "../slots/hours.ts";
import {
  dayHtml,
  daysHtml,
  type FreeTime,
  labelled,
  readChoice,
  type SlotChoice,
  timesOf,
} from "./choice.ts";
import { isOpen, managePage, unlisted } from "./manage-page.ts";
import { managed, type ManagedBooking, managedByHolder } from "./managed.ts";

/** Sentence for a booking that is cancelled or has ended. */
export const NOT_MOVED = "This booking is cancelled or has ended, so it cannot be moved.";

/** Shows the times to which the booking can be moved; one that is over or cancelled is not moved. */
export async function showMoves(request: PageRequest, deps: Deps): Promise<Page> {
  const found = await managedByHolder(request, deps);
  if (!isOpen(found)) return managePage(found, { status: 409, fault: NOT_MOVED });
  const { query } = request;
  return movesPage(found, { month: query.get("month"), date: query.get("date") }, deps);
}

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

const notInstant = {
  field: "start",
  code: "invalid_format",
  message: "The start is not a valid time. Send a time such as 2026-01-31T09:30:00Z.",
};

/** Refusals that a person can do something about. */
const faults: Readonly<Record<string, string | undefined>> = {
  validation_failed: "Choose one of the times.",
  invalid_slot: "This time cannot be booked. Choose another one.",
  slot_unavailable: "This time is no longer available. Choose another one.",
};

/** Refusal of a move. */
export interface RefusedMove {
  status: number;
  fault: string;
  /** Starts of slots to take in its place. */
  alternatives?: readonly string[];
}

/** Shows the days and times to which the booking can be moved; its own time does not block. */
export async function movesPage(
  found: ManagedBooking,
  asked: SlotChoice,
  { database }: Deps,
  refused?: RefusedMove,
): Promise<Page> {
  const { booking, context, team, path } = found;
  const moved = { hostId: booking.host_id, except: booking.id };
  const read = async (range: Range): Promise<BookingFacts> => {
    const statement = findFacts(context.teamId, { event_type_id: booking.event_type_id }, range, moved);
    const [stored] = await database.read<StoredFacts & Record<string, unknown>>(context, statement);
    if (stored === undefined) throw notFound();
    return factsOf(stored, team.timezone);
  };
  const now = Date.now();
  const facts = await read({ from: now, to: now + 1 });
  const choice = await readChoice(read, facts, { zone: booking.timezone, teamId: team.team_id }, asked);
  const action = `${path}/reschedule`;
  const hrefOf = (more: Record<string, string>): string =>
    `${action}?${new URLSearchParams(more).toString()}`;
  const { alternatives = [] } = refused ?? {};
  const now_ = factsHtml({ Now: span(booking.start, booking.end, booking.timezone) });
  const times = alternatives.length > 0 ? labelled(alternatives, true) : timesOf(choice);
  return {
    status: refused?.status ?? 200,
    title: `Move: ${booking.event_type.name}`,
    content: html`${now_}${alternatives.length === 0 && daysHtml(choice, hrefOf)}${
      alternatives.length === 0 && dayHtml(choice)
    }${timesForm(action, times, refused?.fault)}<p><a href="${path}">Leave it as it is</a></p>\n`,
    brand: team.brand,
    isRefused: refused !== undefined,
    headers: unlisted,
  };
}

function timesForm(action: string, times: readonly FreeTime[], fault: string | undefined): Content {
  const faults = fault === undefined ? [] : [{ message: fault }];
  if (times.length === 0)
    return html`${fault !== undefined && html`<p class="error" role="alert">${fault}</p>\n`}<p>Nothing is free on this day.</p>\n`;
  const options = times.map(({ start, label }) => ({ value: start, label }));
  const fields = [
    { name: "start", label: "Free times", isRequired: true, control: { kind: "one", options } } as const,
  ];
  return formHtml({ action, fields, button: "Move the booking" }, faults);
}
