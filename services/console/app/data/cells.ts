import type { AnyField } from "../parts/fields.ts";
import { shownTime } from "../parts/times.ts";
import { shownValue } from "../parts/values.ts";
import type { Column, Row } from "./tables.ts";

/** The type of the input that writes a cell of a type. Cells of other types are read here, and written by the API. */
const INPUTS: Partial<
  Record<Column["type"], "text" | "number" | "date" | "email" | "tel" | "url" | "checkbox">
> = {
  text: "text",
  long_text: "text",
  number: "number",
  integer: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  boolean: "checkbox",
  date: "date",
  email: "email",
  phone: "tel",
  url: "url",
};

/** How a form of a row writes a cell of a type; those that are not named are written by the API. */
export const KINDS: Partial<Record<Column["type"], AnyField["kind"]>> = {
  text: "text",
  long_text: "long",
  number: "number",
  integer: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  boolean: "check",
  date: "date",
  datetime: "text",
  select: "choice",
  multi_select: "words",
  state: "choice",
  email: "email",
  phone: "tel",
  url: "url",
  contact: "text",
  json: "long",
};

/** Types of cells that the platform computes. */
const COMPUTED: ReadonlySet<Column["type"]> = new Set(["formula", "relation"]);

export const inputOf = ({ type }: Column) => INPUTS[type];

/** What stands in a cell; undefined for nothing. */
export function valueOf({ name, type }: Column, row: Row): unknown {
  const cells = COMPUTED.has(type) ? { ...row.data, ...row.computed } : row.data;
  return (cells as Readonly<Record<string, unknown>>)[name] ?? undefined;
}

/** A file or a row that a cell leads to, as expand shows it. */
interface Target {
  id: string;
  name?: string;
  data?: Readonly<Record<string, unknown>>;
  missing?: boolean;
}

/** What a cell leads to: a file by its name, a row by the column that its relation shows; what is gone by its id. */
export function targetsOf(column: Column, row: Row): { id: string; name: string; isGone: boolean }[] {
  const value = valueOf(column, row);
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  const shown = column.relation?.display_column;
  return all
    .filter((one): one is Target => typeof one === "object" && one !== null && "id" in one)
    .map(({ id, name, data = {}, missing }) => ({
      id,
      name: name ?? (shownValue(typeof shown === "string" ? data[shown] : undefined) || id),
      isGone: missing === true,
    }));
}

/** Whether cells of the column lead to files or rows. */
export const isLink = ({ type }: Column) => type === "file" || type === "relation";

/** A cell as a person reads it. */
export function shownCell(column: Column, row: Row, timeZone: string): string {
  if (isLink(column))
    return targetsOf(column, row)
      .map(({ name }) => name)
      .join(", ");
  const text = shownValue(valueOf(column, row));
  const isMoment = ["datetime", "created_at", "updated_at"].includes(column.type);
  return isMoment && text !== "" ? shownTime(text, timeZone) : text;
}

/** What a person wrote as the API takes it; an empty text empties the cell. */
export function writtenValue(column: Column, text: string): unknown {
  if (text === "") return null;
  if (inputOf(column) === "number") return Number(text);
  return text;
}
