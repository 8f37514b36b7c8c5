import { isDate, isInstant, shownInstant } from "@jst/query";
import { Invalid } from "./invalid.ts";
import { textIn } from "./json.ts";

const PARTIAL = /^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;

/** A time as FHIR has it: what is shown of it, and the instant it sorts by. */
export interface Moment {
  /** As given where it is a date; else UTC in milliseconds. */
  shown: string;
  /** RFC 3339. */
  instant: string;
}

/** The moment of a dateTime or instant; null where there is none. Throws Invalid for what is no time. */
export function momentIn(value: unknown): Moment | null {
  const text = textIn(value);
  if (text === null) return null;
  if (isPartialDate(text))
    return { shown: text, instant: `${text}${"-01-01".slice(text.length - 4)}T00:00:00Z` };
  if (!isInstant(text)) throw new Invalid();
  const shown = shownInstant(text);
  return { shown, instant: shown };
}

/** The date of a date or dateTime as it was written; null where there is none. Throws Invalid for what is no date. */
export function dateIn(value: unknown): string | null {
  const text = textIn(value);
  if (text === null) return null;
  if (isPartialDate(text)) return text;
  if (!isInstant(text)) throw new Invalid();
  return text.slice(0, 10);
}

function isPartialDate(text: string): boolean {
  return PARTIAL.test(text) || isDate(text);
}

/** The end of a period, else its start. */
export function endOf(period: Record<string, unknown>): Moment | null {
  return momentIn(period["end"]) ?? momentIn(period["start"]);
}
