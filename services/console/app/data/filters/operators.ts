import type { components } from "@jst/client";
import { FIELDS } from "../../words/filters.ts";

// Not by way of tables.ts, which only a browser can load: a journey holds this against the API.
type Column = components["schemas"]["Column"];

/** Facts of a field for a filter: a column, or a member that every row has. */
export type FilterField = Pick<Column, "name" | "display_name" | "type" | "options"> &
  Partial<Pick<Column, "relation">>;

/** Kind of the values of a field, which decides its operators (conventions.operators). */
export type FieldKind =
  | "text"
  | "number"
  | "boolean"
  | "date"
  | "datetime"
  | "choice"
  | "actor"
  | "id"
  | "choices"
  | "ids"
  | "none";

const PRESENCE = ["empty", "nempty"];
const ONE = ["eq", "neq", "in", "nin", ...PRESENCE];
const SEVERAL = ["has_any", "has_all", "has_none", "exactly", ...PRESENCE];
const DATE = [
  ...["eq", "within", "before", "on_or_before", "after", "on_or_after", "between", "neq"],
  ...PRESENCE,
];

/** Operators of each kind, the most usual first. */
const OPERATORS: Readonly<Record<FieldKind, readonly string[]>> = {
  text: [
    ...["contains", "ncontains", "eq", "neq", "ieq", "starts_with", "ends_with", "in", "nin"],
    ...PRESENCE,
  ],
  number: ["eq", "neq", "gt", "gte", "lt", "lte", "between", "in", "nin", ...PRESENCE],
  boolean: ["eq"],
  date: DATE,
  datetime: DATE,
  choice: ONE,
  actor: ONE,
  id: ONE,
  choices: SEVERAL,
  ids: SEVERAL,
  none: PRESENCE,
};

const KINDS: Readonly<Record<Column["type"], FieldKind>> = {
  text: "text",
  long_text: "text",
  email: "text",
  phone: "text",
  url: "text",
  number: "number",
  integer: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  duration: "number",
  autonumber: "number",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  created_at: "datetime",
  updated_at: "datetime",
  select: "choice",
  state: "choice",
  created_by: "actor",
  updated_by: "actor",
  user: "id",
  contact: "id",
  relation: "id",
  multi_select: "choices",
  formula: "none",
  file: "none",
  json: "none",
};

/** Kinds of what formulas yield. */
const RESULTS: Readonly<Record<string, FieldKind>> = {
  number: "number",
  text: "text",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  list: "choices",
};

/** The kind of the values of a field. */
export function fieldKindOf({ type, options, relation }: FilterField): FieldKind {
  if (type === "relation" && relation?.cardinality === "many") return "ids";
  if (type !== "formula") return KINDS[type];
  const { result_type: result = "" } = options as { result_type?: string };
  return RESULTS[result] ?? "none";
}

/** Lists how a field may compare, the most usual first. */
export const operatorsOf = (field: FilterField): readonly string[] => OPERATORS[fieldKindOf(field)];

/** How many values an operator compares with. */
export type Arity = "none" | "one" | "range" | "several";

const LISTS = ["in", "nin", "has_any", "has_all", "has_none", "exactly"];

/** How many values an operator compares with. */
export function arityOf(op: string): Arity {
  if (PRESENCE.includes(op)) return "none";
  if (op === "between") return "range";
  return LISTS.includes(op) ? "several" : "one";
}

/** The members that every row has besides its columns (conventions.sort). */
const ownFields = (table_id: string): readonly FilterField[] => [
  { name: "created_at", display_name: FIELDS.created, type: "created_at", options: {} },
  { name: "updated_at", display_name: FIELDS.updated, type: "updated_at", options: {} },
  { name: "id", display_name: FIELDS.row, type: "relation", options: {}, relation: { table_id } },
];

/** Fields of a table by name. */
export type Fields = ReadonlyMap<string, FilterField>;

/** Returns the fields of a table that filter and sort. */
export function fieldsOf(tableId: string, columns: readonly FilterField[]): Fields {
  return new Map([...ownFields(tableId), ...columns].map((field) => [field.name, field]));
}
