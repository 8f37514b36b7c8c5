import { datetimeOf, dateOf, DAY_MS, dayOf, isoOf, msOf } from "./calendar.ts";
import { asText } from "./coerce.ts";
import {
  bounded,
  CellError,
  cellError,
  isList,
  isMoment,
  LIST_ITEMS_MAX,
  type Value,
  type ValueType,
} from "./value.ts";

/** JSON value. */
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

/**
 * The value in the form by which lists compare values of a type: a number, a truth, or a text; dates as YYYY-MM-DD,
 * instants in UTC (a date is its midnight in the zone), lists as the JSON of their items as texts. Null for a blank, an
 * error, and a value of another type.
 */
export function listedValue(
  type: ValueType,
  value: Value | CellError,
  zone: string,
): null | number | boolean | string {
  if (value === null || value instanceof CellError) return null;
  switch (type) {
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "text":
      return typeof value === "string" ? value : null;
    case "date":
      return isMoment(value) ? isoOf({ kind: "date", day: dayOf(value, zone) }) : null;
    case "datetime":
      return isMoment(value) ? isoOf({ kind: "datetime", ms: msOf(value, zone) }) : null;
    case "list":
      return isList(value) ? JSON.stringify(value.flatMap(itemText)) : null;
    case "any":
    case "null":
      return JSON.stringify(jsonOfValue(value));
  }
}

/** Returns an item as text; a blank has none. */
function itemText(item: Value): string[] {
  if (item === null) return [];
  return [isList(item) ? JSON.stringify(jsonOfValue(item)) : asText(item)];
}
