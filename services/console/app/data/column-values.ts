import type { components } from "@jst/client";
import { fits, misfit, readWebAddress, type Kind, type Reading } from "@jst/values";
import { hasLines } from "../parts/fields.ts";
import { editedAs, readAs, shownAs, type TextForm, type ValueForm } from "../parts/reading.ts";
import { shownValue } from "../parts/values.ts";
import { CELLS } from "../words/tables.ts";
import { readJson } from "./json-text.ts";

// Not from tables.ts, which only a browser can load: a journey checks what is read here against the API.
type Column = components["schemas"]["Column"];

type Typed = Pick<Column, "type"> & { options?: Column["options"] };

/** Kinds of the values of columns that a person writes as a text that is read. */
const KINDS: Partial<Record<Column["type"], Kind>> = {
  number: "number",
  integer: "integer",
  autonumber: "integer",
  rating: "integer",
  percent: "percent",
  currency: "money",
  duration: "duration",
  date: "date",
  datetime: "datetime",
  created_at: "datetime",
  updated_at: "datetime",
};

/** Kinds of what formulas yield. */
const RESULTS: Readonly<Record<string, Kind>> = { number: "number", date: "date", datetime: "datetime" };

interface Options {
  currency?: string;
  precision?: number;
  /** Decimal places that a grid shows at least (withPlaces). */
  least?: number;
  result_type?: string;
}

/** The form of the values of a column; undefined for texts, choices and whatever else is not read. */
export function valueFormOf({ type, options }: Typed, timeZone: string): ValueForm | undefined {
  const { currency, precision, least, result_type: result = "" } = (options ?? {}) as Options;
  const kind = type === "formula" ? RESULTS[result] : KINDS[type];
  if (kind === undefined) return undefined;
  return {
    kind,
    timeZone,
    ...(kind === "money" && currency !== undefined ? { currency } : {}),
    ...(type === "number" && precision !== undefined ? { precision } : {}),
    ...(kind === "number" && least !== undefined ? { least } : {}),
  };
}

/** Shows a value of a column as a person reads it. */
export function shownScalar(column: Typed, value: unknown, timeZone: string): string {
  const form = valueFormOf(column, timeZone);
  const isEmpty = value === undefined || value === null || value === "";
  return form === undefined || isEmpty ? shownValue(value) : shownAs(value, form);
}

/** How a cell of a column is written as a text: the text that a value begins with, and the value of a text. */
export function cellFormOf(column: Typed, timeZone: string): TextForm {
  const form = valueFormOf(column, timeZone);
  if (form !== undefined)
    return { begins: (value) => editedAs(value, form), read: (text) => readAs(text, form) };
  return TEXT_FORMS[column.type] ?? { begins: shownValue, read: (text) => fits(text === "" ? null : text) };
}

const filled = (text: string, read: (text: string) => Reading<unknown>): Reading<unknown> =>
  text.trim() === "" ? fits(null) : read(text.trim());

const TEXT_FORMS: Partial<Record<Column["type"], TextForm>> = {
  email: { begins: shownValue, read: (text) => filled(text, fits) },
  phone: { begins: shownValue, read: (text) => filled(text, fits) },
  url: { begins: shownValue, read: (text) => filled(text, readWebAddress) },
  json: {
    begins: (value) => (value === undefined || value === null ? "" : JSON.stringify(value, null, 2)),
    read: (text) => filled(text, jsonOf),
  },
};

function jsonOf(text: string): Reading<unknown> {
  const read = readJson(text);
  if (read === undefined) return misfit("invalid_format", CELLS.noJson);
  return read.isExact ? fits(read.value) : misfit("too_precise", CELLS.roundedJson);
}

/** Whether the text of a cell is written in several lines. */
export const isLong = ({ type }: Pick<Column, "type">, text: string): boolean =>
  type === "long_text" || type === "json" || hasLines(text);
