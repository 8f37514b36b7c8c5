import { Temporal } from "temporal-polyfill";
import type { BillFrom, BillTo, LineItem, TaxOfRate } from "../../gen/rpc.ts";
import { shownAmount, shownMoney } from "../money/currency.ts";

/** Members of any document that pages and PDFs show. */
export interface ShownDocument {
  number: string | null;
  bill_to: BillTo;
  bill_from: BillFrom | null;
  currency: string;
  line_items: readonly LineItem[];
  tax_behavior: "exclusive" | "inclusive";
  tax_total: number;
  total: number;
  total_excluding_tax: number;
  tax_breakdown: readonly TaxOfRate[];
  memo: string | null;
  footer: string | null;
}

/** Writes the seller in lines. */
export function sellerLines({ legal_name: name, address, tax_id: taxId, email }: BillFrom): string {
  return [name, address, taxId === null ? null : `Tax ID ${taxId}`, email]
    .filter((one) => one !== null)
    .join("\n");
}

/** Returns the date of a time in a zone. */
export const dateIn = (time: string, zone: string): string =>
  Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Writes the payer in lines. */
export function payerLines({ name, company, email, address }: BillTo): string {
  const part = (member: string): unknown => address?.[member];
  const town = [part("postal_code"), part("city")].filter((one) => typeof one === "string").join(" ");
  const lines = [company, name, part("line1"), part("line2"), town, part("region"), part("country"), email];
  return lines.filter((one): one is string => typeof one === "string" && one !== "").join("\n");
}

/** Returns the parts of a line: 3 x 19.99, less 0.97, plus 19% tax. */
export function reckoningOf(line: LineItem, { currency, tax_behavior: behavior }: Priced): string {
  const { quantity, unit_amount: unit, discount_amount: discount, tax_rate: rate } = line;
  const parts = [
    `${quantity} \u00d7 ${shownAmount(unit, currency)}`,
    ...(discount > 0 ? [`less ${shownAmount(discount, currency)}`] : []),
    ...(rate === "0" ? [] : [behavior === "inclusive" ? `with ${rate}% tax` : `plus ${rate}% tax`]),
  ];
  return parts.join(", ");
}

type Priced = Pick<ShownDocument, "currency" | "tax_behavior">;
type Summed = Priced & Pick<ShownDocument, "tax_total" | "total" | "total_excluding_tax">;

/**
 * Returns the sums of a document by their names. The amounts of the lines add up to the first one: a discount is in
 * the amount of its line and is not subtracted again.
 */
export function sumsOf(document: Summed): Record<string, string> {
  const { currency, tax_behavior: behavior, tax_total: tax, total, total_excluding_tax: net } = document;
  const whole = { Total: shownMoney(total, currency) };
  if (tax === 0) return whole;
  return behavior === "inclusive"
    ? { "Includes tax": shownAmount(tax, currency), ...whole }
    : { Subtotal: shownAmount(net, currency), Tax: shownAmount(tax, currency), ...whole };
}

/** Tax of one rate as people are shown it. */
export interface ShownTax {
  name: string;
  net: string;
  tax: string;
  reason: string | null;
}

const CATEGORIES: Readonly<Record<TaxOfRate["tax_category"], string>> = {
  standard: "",
  zero: "Zero-rated",
  exempt: "Exempt from tax",
  reverse_charge: "Reverse charge",
  intra_community: "Intra-community supply",
  export: "Export",
  outside_scope: "Outside the scope of tax",
};

/** Returns net and tax by rate; none for a document without tax that names no category and no reason. */
export function taxesOf({
  currency,
  tax_breakdown,
}: Pick<ShownDocument, "currency" | "tax_breakdown">): ShownTax[] {
  const isPlain = tax_breakdown.every(
    ({ tax_category: category, exemption_reason: reason }) => category === "zero" && reason === null,
  );
  if (isPlain) return [];
  return tax_breakdown.map((one) => ({
    name: one.tax_category === "standard" ? `${one.tax_rate}%` : CATEGORIES[one.tax_category],
    net: shownAmount(one.taxable_amount, currency),
    tax: shownAmount(one.tax_amount, currency),
    reason: one.exemption_reason,
  }));
}
