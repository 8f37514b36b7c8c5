import { datetimeOf, dateOf, DAY_MS, isoOf } from "./calendar.ts";
import { bounded, cellError, isList, isMoment, LIST_ITEMS_MAX, type Value, type ValueType } from "./value.ts";

/** What JSON can hold. */
export type Json = null | number | string | boolean | readonly Json[] | { readonly [member: string]: Json };

/** A stored cell as a value of its column's type; an object is its JSON text. #VALUE! for a cell that does not fit. */
export function valueOfCell(type: ValueType, cell: Json | undefined): Value {
  if (cell === null || cell === undefined) return null;
  if (type !== "date" && type !== "datetime") return valueOfJson(cell);
  const ms = typeof cell === "string" ? Date.parse(cell) : NaN;
  if (Number.isNaN(ms)) throw cellError("#VALUE!");
  return type === "date" ? dateOf(ms / DAY_MS) : datetimeOf(ms);
}

function valueOfJson(json: Json): Value {
  if (json === null || typeof json !== "object") return json;
  if (!Array.isArray(json)) return bounded(JSON.stringify(json));
  if (json.length > LIST_ITEMS_MAX) throw cellError("#NUM!");
  return (json as readonly Json[]).map(valueOfJson);
}

/** A value as `computed` shows it. */
export function jsonOfValue(value: Value): Json {
  if (isMoment(value)) return isoOf(value);
  return isList(value) ? value.map(jsonOfValue) : value;
}
