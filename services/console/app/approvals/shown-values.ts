import { shownScalar, valueFormOf } from "../data/column-values.ts";
import type { Column } from "../data/tables.ts";
import { shownAs } from "../parts/reading.ts";
import { wordOf } from "../words/members.ts";
import { shownMoney } from "../parts/values.ts";

/** How values of a change are shown: by the columns of its row, or in the currency of its document. */
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

/** Names a member of a change: a cell by its column, others by their words. */
export function calledIn(by: ShownBy, field: string): string {
  const column = by.columns.find(({ name }) => field === `data.${name}`);
  return (
    column?.display_name ??
    field
      .replace(/^data\./, "")
      .split(".")
      .map(wordOf)
      .join(", ")
  );
}

const BPS_OF_PERCENT = 100;

/** Shows a value of a change as people read it; undefined for one that is shown as it is. */
export function shownChange(field: string, value: unknown, by: ShownBy): string | undefined {
  const column = by.columns.find(({ name }) => field === `data.${name}`);
  if (column !== undefined)
    return value === null || valueFormOf(column, by.timezone) === undefined
      ? undefined
      : shownScalar(column, value, by.timezone);
  const member = field.split(".").at(-1) ?? "";
  if (typeof value !== "number" || by.currency === undefined) return undefined;
  if (AMOUNTS.has(member)) return shownMoney(value, by.currency);
  return member === "tax_rate_bps" ? shownAs(value / BPS_OF_PERCENT, { kind: "percent" }) : undefined;
}
