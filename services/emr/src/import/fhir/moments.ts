import { shownInstant } from "@jst/query";
import { textIn } from "./json.ts";
import { isPartialDate } from "./shape.ts";

/** A time as FHIR has it: what is shown of it, and the instant it sorts by. */
export interface Moment {
  /** As given where it is a date; else UTC in milliseconds. */
  shown: string;
  /** RFC 3339. */
  instant: string;
}

/** The moment of a dateTime or instant that was read; null where there is none. */
export function momentIn(value: unknown): Moment | null {
  const text = textIn(value);
  if (text === null) return null;
  if (isPartialDate(text))
    return { shown: text, instant: `${text}${"-01-01".slice(text.length - 4)}T00:00:00Z` };
  const shown = shownInstant(text);
  return { shown, instant: shown };
}

/** The date of a date or dateTime as it was written; null where there is none. */
export function dateIn(value: unknown): string | null {
  const text = textIn(value);
  return text === null || isPartialDate(text) ? text : text.slice(0, 10);
}

/** The end of a period, else its start. */
export function endOf(period: Record<string, unknown>): Moment | null {
  return momentIn(period["end"]) ?? momentIn(period["start"]);
}
