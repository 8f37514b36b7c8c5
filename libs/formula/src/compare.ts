import { msOf } from "./calendar.ts";
import { asMoment, isBlank } from "./coerce.ts";
import { noiseless } from "./decimals.ts";
import { cellError, isList, isMoment, type Value } from "./value.ts";

/**
 * Equality of `=` and SWITCH: text exactly, numbers without a double's noise, blanks of every kind, values of different
 * types never; a date is its midnight. #VALUE! for a date and a text: no text is a date without DATE_PARSE
 * (tables.formula-values).
 */
export function isEqual(left: Value, right: Value, zone: string): boolean {
  if (isBlank(left) || isBlank(right)) return isBlank(left) && isBlank(right);
  if (isMoment(left)) return isDated(right) && msOf(left, zone) === msOf(asMoment(right), zone);
  if (isMoment(right)) return isEqual(right, left, zone);
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, i) => isEqual(item, right[i] ?? null, zone));
  }
  if (typeof left === "number" && typeof right === "number") return noiseless(left) === noiseless(right);
  return left === right;
}

/** Whether a date can equal the value at all: a text is for asMoment to refuse. */
const isDated = (value: Value): boolean => isMoment(value) || typeof value === "string";

/** Below zero when left comes first; #VALUE! for values that have no order. */
export function order(left: Value, right: Value, zone: string): number {
  if (typeof left === "number" && typeof right === "number") return noiseless(left) - noiseless(right);
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  if (isMoment(left) && isMoment(right)) return msOf(left, zone) - msOf(right, zone);
  throw cellError("#VALUE!");
}
