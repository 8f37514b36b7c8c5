import { fits, misfit } from "@jst/values";
import { choicesOf } from "../data/column-choices.ts";
import { cellFormOf, shownScalar, valueFormOf } from "../data/column-values.ts";
import type { Column } from "../data/tables.ts";
import { editedAs, readAs, shownAs, textFormOf, type TextForm, type ValueForm } from "../parts/reading.ts";
import { isMoment } from "../parts/times.ts";
import { wordOf } from "../words/members.ts";
import { APPROVALS } from "../words/approvals.ts";

/** How values of a change are shown and written: by the columns of its row, or in the currency of its document. */
export interface ShownBy {
  columns: readonly Pick<Column, "name" | "display_name" | "type" | "options">[];
  currency: string | undefined;
  timezone: string;
}

/** Members of documents that are amounts in the smallest unit of their currency. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...["unit_amount", "amount", "tax_amount", "discount_amount", "subtotal", "discount_total", "tax_total"],
  ...["total", "total_excluding_tax", "taxable_amount", "amount_paid", "amount_due"],
]);

const CELL = /(?:^|\.)data\.([^.]+)$/;

/** The column of a member that is a cell, also of one row among several. */
const columnOf = (field: string, { columns }: ShownBy) =>
  columns.find(({ name }) => name === CELL.exec(field)?.[1]);

/** Names a member of a change: a cell by its column, others by their words. */
export function calledIn(by: ShownBy, field: string): string {
  const column = columnOf(field, by);
  const words = field.replace(/(^|\.)data\./, "$1").split(".");
  return words
    .map((word, place) =>
      place === words.length - 1 && column !== undefined ? column.display_name : wordOf(word),
    )
    .join(", ");
}

const PERCENT: ValueForm = { kind: "percent" };
const BPS_OF_PERCENT = 100;

/** Rates of tax: how the API counts a percentage, and a percentage in the form of the API. */
const RATES: Readonly<
  Record<string, { percentOf: (value: unknown) => number; rateOf: (percent: number) => unknown }>
> = {
  tax_rate: { percentOf: Number, rateOf: String },
  tax_rate_bps: {
    percentOf: (value) => Number(value) / BPS_OF_PERCENT,
    // A double does not have 8.1 exactly.
    rateOf: (percent) => Number((percent * BPS_OF_PERCENT).toPrecision(12)),
  },
};

/** The form of a member of a document by its name; undefined for one that is neither an amount nor a rate. */
function documentForm(field: string, value: unknown, { currency }: ShownBy): TextForm | undefined {
  const member = field.split(".").at(-1) ?? "";
  if (currency === undefined || value === null) return undefined;
  if (AMOUNTS.has(member) && typeof value === "number")
    return filled(textFormOf({ kind: "money", currency }));
  const rate = Object.hasOwn(RATES, member) ? RATES[member] : undefined;
  if (rate === undefined) return undefined;
  return filled({
    begins: (one) => editedAs(rate.percentOf(one), PERCENT),
    read: (text) => {
      const reading = readAs(text, PERCENT);
      return typeof reading.value === "number" ? fits(rate.rateOf(reading.value)) : reading;
    },
  });
}

/** The form with a fault for an empty text. */
const filled = ({ begins, read }: TextForm): TextForm => ({
  begins,
  read: (text) => (text.trim() === "" ? misfit("type_mismatch", APPROVALS.edit.noValue) : read(text)),
});

/** Shows a value of a change as people read it; undefined for one that is shown as it is. */
export function shownChange(field: string, value: unknown, by: ShownBy): string | undefined {
  const column = columnOf(field, by);
  const labels = column && choicesOf(column);
  if (labels !== undefined && typeof value === "string")
    return Object.hasOwn(labels, value) ? labels[value] : undefined;
  if (column !== undefined)
    return value === null || valueFormOf(column, by.timezone) === undefined
      ? undefined
      : shownScalar(column, value, by.timezone);
  const member = field.split(".").at(-1) ?? "";
  if (by.currency === undefined || value === null) return undefined;
  if (AMOUNTS.has(member) && typeof value === "number")
    return shownAs(value, { kind: "money", currency: by.currency });
  return documentForm(field, value, by)?.begins(value);
}

/** Maps the choices of a cell that has one of them to their labels; undefined for other members. */
export function choicesIn(field: string, by: ShownBy): Readonly<Record<string, string>> | undefined {
  const column = columnOf(field, by);
  return column?.type === "select" || column?.type === "state" ? choicesOf(column) : undefined;
}

/** Columns whose cells have a control or a list, and are not written as texts while they are empty. */
const NO_TEXTS: readonly Column["type"][] = [
  "boolean",
  "multi_select",
  "relation",
  "file",
  "user",
  "contact",
];

/** How a value of a change is written as a text: as its column or its member shows it; undefined for other values. */
export function writtenChange(field: string, value: unknown, by: ShownBy): TextForm | undefined {
  const column = columnOf(field, by);
  if (column?.type === "json") return cellFormOf(column, by.timezone);
  if (typeof value === "boolean" || (typeof value === "object" && value !== null)) return undefined;
  if (column !== undefined)
    return value === null && NO_TEXTS.includes(column.type) ? undefined : cellFormOf(column, by.timezone);
  const form = documentForm(field, value, by);
  if (form !== undefined) return form;
  if (isMoment(value)) return textFormOf({ kind: "datetime", timeZone: by.timezone });
  return typeof value === "number" ? filled(textFormOf({ kind: "number" })) : undefined;
}
