import { msOf } from "./calendar.ts";
import { asMoment } from "./coerce.ts";
import { cellError, isList, isMoment, type Value } from "./value.ts";

/** Equality of `=`, SWITCH and ARRAY_UNIQUE: text exactly, values of different types never; a date is its midnight. */
export function isEqual(left: Value, right: Value, zone: string): boolean {
  if (left === null || right === null) return left === right;
  if (isMoment(left) || isMoment(right)) return msOf(asMoment(left), zone) === msOf(asMoment(right), zone);
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, i) => isEqual(item, right[i] ?? null, zone));
  }
  return left === right;
}

/** Below zero when left comes first; #VALUE! for values that have no order. */
export function order(left: Value, right: Value, zone: string): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  if (isMoment(left) && isMoment(right)) return msOf(left, zone) - msOf(right, zone);
  throw cellError("#VALUE!");
}
