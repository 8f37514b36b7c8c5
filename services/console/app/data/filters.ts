import type { components } from "@jst/client";
import { fits, misfit, readChoice, readTruth, readWebAddress, type Reading } from "@jst/values";
import { readAs } from "../parts/reading.ts";
import { VIEWS } from "../words/tables.ts";
import { chosenFrom } from "./column-choices.ts";
import { valueFormOf } from "./column-values.ts";

// Not by way of tables.ts, which only a browser can load: a journey holds this against the API.
type Column = components["schemas"]["Column"];

/** A condition of the rows that are shown, as the API takes it (conventions.filter). */
export interface Condition {
  field: string;
  op: string;
  value?: unknown;
}

const TEXT = ["contains", "eq", "neq", "starts_with", "empty", "nempty"];
const NUMBER = ["eq", "neq", "gt", "gte", "lt", "lte", "empty", "nempty"];
const DATE = ["eq", "before", "on_or_before", "after", "on_or_after", "empty", "nempty"];
const CHOICE = ["eq", "neq", "empty", "nempty"];
const SEVERAL = ["has_any", "empty", "nempty"];
/** Operators of texts that compare with a whole cell, which is read as a cell is. */
const WHOLE = ["eq", "neq"];
const PRESENCE = ["empty", "nempty"];

/** Operators of each type (conventions.operators). */
const OPERATORS: Readonly<Record<Column["type"], readonly string[]>> = {
  text: TEXT,
  long_text: TEXT,
  email: TEXT,
  phone: TEXT,
  url: TEXT,
  number: NUMBER,
  integer: NUMBER,
  currency: NUMBER,
  percent: NUMBER,
  rating: NUMBER,
  duration: NUMBER,
  autonumber: NUMBER,
  boolean: ["eq"],
  date: DATE,
  datetime: DATE,
  created_at: DATE,
  updated_at: DATE,
  select: CHOICE,
  state: CHOICE,
  user: CHOICE,
  contact: CHOICE,
  created_by: CHOICE,
  updated_by: CHOICE,
  relation: CHOICE,
  formula: ["eq", "neq", ...PRESENCE],
  multi_select: SEVERAL,
  file: PRESENCE,
  json: PRESENCE,
};

/** How a cell of the column may compare, the most usual first. */
export const operatorsOf = ({ type }: Column): readonly string[] => OPERATORS[type];

/** Whether the operator compares with a value. */
export const asksValue = (op: string): boolean => !PRESENCE.includes(op);

/** Reads the condition that was written; a value is read as a cell of the column is (values.reading). */
export function conditionOf(column: Column, op: string, text: string, zone: string): Reading<Condition> {
  const { name: field } = column;
  if (!asksValue(op)) return fits({ field, op });
  const { value, fault } = comparedOf(column, op, text, zone);
  if (fault !== undefined) return { fault };
  return fits({ field, op, value: op === "has_any" ? [value] : value });
}

/** Fields that every table has besides its columns (conventions.sort). */
const ALWAYS: readonly string[] = ["id", "created_at", "updated_at"];

interface RowsQuery {
  /** As the API takes it: amount:desc. */
  sort: string;
  filter: Condition | undefined;
}

/** Without what names a column that the table does not have, or no longer: the API would refuse it. */
export function knownIn(columns: readonly Pick<Column, "name">[], { sort, filter }: RowsQuery): RowsQuery {
  const names = new Set([...ALWAYS, ...columns.map(({ name }) => name)]);
  const sorts = sort.split(",").filter((one) => names.has(one.split(":")[0] ?? ""));
  return { sort: sorts.join(","), filter: filter && names.has(filter.field) ? filter : undefined };
}

/** The value that cells are compared with. */
function comparedOf(column: Column, op: string, text: string, timeZone: string): Reading<unknown> {
  const { type } = column;
  if (text.trim() === "") return misfit("invalid_format", VIEWS.needsValue);
  if (type === "boolean") return readTruth(text);
  const choices = chosenFrom(column);
  if (choices !== undefined) return readChoice(text, choices);
  if (type === "url" && WHOLE.includes(op)) return readWebAddress(text.trim());
  const form = valueFormOf(column, timeZone);
  if (form === undefined) return fits(text);
  // An instant may be compared with a whole day.
  const day = form.kind === "datetime" ? readAs(text, { ...form, kind: "date" }) : undefined;
  return day?.fault === undefined && day !== undefined ? day : readAs(text, form);
}
