import { baseRefused } from "./faults.ts";

/** Table of a base, as Airtable describes it. */
export interface BaseTable {
  id: string;
  name: string;
  /** The first one names the records. */
  fields: BaseField[];
  /** Number of its views. */
  views: number;
}

/** Field of a table; the type decides the options. */
export interface BaseField {
  id: string;
  name: string;
  type: string;
  options: FieldOptions;
}

/** Options of fields that an import reads. */
export interface FieldOptions {
  choices?: { name: string }[];
  precision?: number;
  symbol?: string;
  max?: number;
  linkedTableId?: string;
  prefersSingleRecordLink?: boolean;
  formula?: string;
  result?: { type: string; options: FieldOptions } | null;
}

/** Record of a table; fields by their ids, without those that are empty. */
export interface BaseRecord {
  id: string;
  fields: Record<string, unknown>;
  comments: number;
}

/** Page of records, and the place of the next one; null after the last. */
export interface BasePage {
  records: BaseRecord[];
  place: string | null;
}

/** Reads what Airtable answers about the tables of a base. */
export function baseTables(answer: unknown): BaseTable[] {
  return list(member(answer, "tables")).map((table) => {
    const first = text(member(table, "primaryFieldId"));
    const fields = list(member(table, "fields")).map(fieldOf);
    const primary = fields.filter(({ id }) => id === first);
    if (primary.length !== 1) throw unreadable();
    const views = member(table, "views");
    return {
      id: text(member(table, "id")),
      name: text(member(table, "name")),
      fields: [...primary, ...fields.filter(({ id }) => id !== first)],
      views: Array.isArray(views) ? views.length : 0,
    };
  });
}

const fieldOf = (field: unknown): BaseField => ({
  id: text(member(field, "id")),
  name: text(member(field, "name")),
  type: text(member(field, "type")),
  options: optionsOf(member(field, "options")),
});

/** Options of types that a release of Airtable adds are left out. */
function optionsOf(options: unknown): FieldOptions {
  const read: FieldOptions = {};
  const choices = member(options, "choices");
  if (Array.isArray(choices)) read.choices = choices.map((one) => ({ name: text(member(one, "name")) }));
  for (const name of ["precision", "max"] as const) {
    const value = member(options, name);
    if (typeof value === "number") read[name] = value;
  }
  for (const name of ["symbol", "linkedTableId", "formula"] as const) {
    const value = member(options, name);
    if (typeof value === "string") read[name] = value;
  }
  if (member(options, "prefersSingleRecordLink") === true) read.prefersSingleRecordLink = true;
  const result = member(options, "result");
  const type = member(result, "type");
  if (typeof type === "string") read.result = { type, options: optionsOf(member(result, "options")) };
  return read;
}

/** Reads a page of records. */
export function basePage(answer: unknown): BasePage {
  const place = member(answer, "offset");
  const records = list(member(answer, "records")).map((record) => {
    const comments = member(record, "commentCount");
    const fields = member(record, "fields");
    return {
      id: text(member(record, "id")),
      fields: isObject(fields) ? fields : {},
      comments: typeof comments === "number" ? comments : 0,
    };
  });
  return { records, place: typeof place === "string" ? place : null };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a member of an object; undefined for anything else. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw unreadable();
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw unreadable();
  return value;
}

const unreadable = (): Error =>
  baseRefused(
    "unreadable",
    "Airtable answers in a form that this release does not know. Export the tables as CSV.",
  );
