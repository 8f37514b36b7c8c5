import { notFound } from "@jst/errors";
import { factsHtml, formHtml, html, type Content, type Page } from "@jst/pages";
import { factsOf, findFacts, type BookingFacts, type StoredFacts } from "../availability/booking-facts.ts";
import { span } from "../calendar/when.ts";
import type { Deps } from "../deps.ts";
import type { Range } from "../slots/hours.ts";
import { readChoice, type SlotChoice } from "./choice.ts";
import { dayHtml, daysHtml, labelled, timesOf, type FreeTime } from "./choice-html.ts";
import type { ManagedBooking } from "./managed.ts";
import { unlisted } from "./manage-page.ts";

/** Refusal of a move. */
export interface RefusedMove {
  status: number;
  fault: string;
  /** Starts of slots to take in its place. */
  alternatives?: readonly string[];
}

/** Days and times to which the booking can be moved; its own time is no obstacle. */
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
