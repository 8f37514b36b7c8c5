import type { FieldError } from "@jst/errors";
import { formHtml, factsHtml, html, type Page, type SentForm } from "@jst/pages";
import { randomUUID } from "node:crypto";
import { span } from "../calendar/mails.ts";
import { MINUTE_MS } from "../slots/hours.ts";
import { aboutHtml, zoneOf, type Bookable } from "./bookable.ts";
import { fieldsOf, unseenOf } from "./booking-fields.ts";

/** The trap of this page (pages.trap). */
export const BOOKING_TRAP = "website";
/** Field with the page's own token. */
export const ONCE = "_once";

/** Values of a form that was sent before, with its faults. */
export interface SentBookingForm {
  values: SentForm;
  /** The time that is booked; undefined where there is none to book. */
  start: number | undefined;
  errors?: readonly FieldError[];
  /** 409 of a time that is gone. */
  status?: number;
  /** Fault of the whole form. */
  fault?: string;
  /** Starts of slots to take in its place. */
  alternatives?: readonly string[];
}

/** The form in which a time is booked, with what was typed and what is wrong with it. */
export function bookingForm(found: Bookable, sent: SentBookingForm): Page {
  const { facts, path, team } = found;
  const { values, start, errors = [], status, fault, alternatives = [] } = sent;
  const zone = zoneOf(found, values.get("timezone")?.[0] ?? "");
  const isGone = fault !== undefined;
  const when =
    start === undefined || isGone ? undefined : whenHtml(start, facts.rules.duration_minutes, zone);
  const messages = new Map(errors.map((error) => [fieldOf(error.field), sentenceOf(error)]));
  const fields = fieldsOf(found, { values, messages, alternatives: isGone ? alternatives : [] });
  const shown = new Set(fields.map(({ name }) => name));
  const others = [...messages]
    .filter(([name]) => !shown.has(name))
    .map(([name, message]) => `${name}: ${message}`);
  const faults = [...(fault === undefined ? [] : [fault]), ...others].map((message) => ({ message }));
  const hidden = {
    ...unseenOf(facts.type, values),
    ...(shown.has("start") ? {} : { start: values.get("start")?.[0] ?? "" }),
    ...(shown.has("timezone") ? {} : { timezone: values.get("timezone")?.[0] ?? "" }),
    [ONCE]: values.get(ONCE)?.[0] ?? randomUUID(),
  };
  const back = `${path}?${new URLSearchParams(isZoned(shown) ? {} : { timezone: zone }).toString()}`;
  const isRefused = faults.length + messages.size > 0;
  return {
    status: status ?? (isRefused ? 422 : 200),
    title: facts.type.name,
    content: html`${aboutHtml(found)}${when !== undefined && factsHtml({ When: when })}<p><a href="${back}">Choose another time</a></p>
${formHtml({ action: path, fields, hidden, button: "Book", trap: BOOKING_TRAP }, faults)}`,
    brand: team.brand,
    isRefused,
  };
}

const isZoned = (shown: ReadonlySet<string>): boolean => shown.has("timezone");

function whenHtml(start: number, minutes: number, zone: string): string {
  return span(new Date(start).toISOString(), new Date(start + minutes * MINUTE_MS).toISOString(), zone);
}

/** Name of the page's field for a member of the API's body. */
function fieldOf(member: string): string {
  const name = member.replace(/^attendee\./, "").replace(/^location\./, "location_");
  return name.replace(/^guests\..*$/, "guests").replace(/^answers\.([^.]*).*$/, "answers.$1");
}

/** The schema of the API speaks of members and patterns. */
function sentenceOf({ field, code, message }: FieldError): string {
  if (code === "required" || code === "too_short") return "This field needs an answer.";
  const isPhone = field === "attendee.phone" && code === "invalid_format";
  return isPhone ? "Must be a telephone number such as +14155550100." : message;
}
