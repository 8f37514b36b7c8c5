import { isoOf } from "./calendar.ts";
import { noiseless } from "./decimals.ts";
import { bounded, cellError, finite, isList, isMoment, type Moment, type Value } from "./value.ts";

/** The number; #VALUE! for anything else: no text is taken for a number without VALUE. */
export function asNumber(value: Value): number {
  if (typeof value !== "number") throw cellError("#VALUE!");
  return finite(value);
}

/** The value as text, a blank as ""; a date as the API shows it. #VALUE! for a list. */
export function asText(value: Value): string {
  if (value === null) return "";
  if (typeof value === "string") return bounded(value);
  if (isMoment(value)) return isoOf(value);
  if (isList(value)) throw cellError("#VALUE!");
  return String(typeof value === "number" ? noiseless(value) : value);
}

/** The date; #VALUE! for anything else: no text is a date without DATE_PARSE (tables.formula-values). */
export function asMoment(value: Value): Moment {
  if (!isMoment(value)) throw cellError("#VALUE!");
  return value;
}

/** The list; #VALUE! for anything else. */
export function asList(value: Value): readonly Value[] {
  if (!isList(value)) throw cellError("#VALUE!");
  return value;
}

/** False for a blank, false and 0. */
export function asCondition(value: Value): boolean {
  return !isBlank(value) && value !== false && value !== 0;
}

/** True when nothing is there, or a text or list without anything in it: 0 and false are something. */
export function isBlank(value: Value): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0);
}
