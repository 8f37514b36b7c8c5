import { Temporal } from "temporal-polyfill";
import type { BillFrom, BillTo, LineItem } from "../../gen/rpc.ts";
import { shownAmount, shownMoney } from "./amounts.ts";

/** What people are shown of a document, whichever it is. */
export interface ShownDocument {
  number: string | null;
  bill_to: BillTo;
  bill_from: BillFrom | null;
  currency: string;
  line_items: readonly LineItem[];
  subtotal: number;
  discount_total: number;
  tax_total: number;
  total: number;
  memo: string | null;
  footer: string | null;
}

/** Who sells, in lines. */
export function sellerLines({ legal_name: name, address, tax_id: taxId, email }: BillFrom): string {
  return [name, address, taxId === null ? null : `Tax ID ${taxId}`, email]
    .filter((one) => one !== null)
    .join("\n");
}

/** The date of a time in a zone. */
export const dateIn = (time: string, zone: string): string =>
  Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Who pays, in lines. */
export function payerLines({ name, company, email, address }: BillTo): string {
  const part = (member: string): unknown => address?.[member];
  const town = [part("postal_code"), part("city")].filter((one) => typeof one === "string").join(" ");
  const lines = [company, name, part("line1"), part("line2"), town, part("region"), part("country"), email];
  return lines.filter((one): one is string => typeof one === "string" && one !== "").join("\n");
}

/** What a line is made of: 3 x 19.99, less 0.97, 19% tax. */
export function reckoningOf(line: LineItem, currency: string): string {
  const { quantity, unit_amount: unit, discount_amount: discount, tax_rate: rate } = line;
  const parts = [
    `${quantity} \u00d7 ${shownAmount(unit, currency)}`,
    ...(discount > 0 ? [`less ${shownAmount(discount, currency)}`] : []),
    ...(rate === "0" ? [] : [`plus ${rate}% tax`]),
  ];
  return parts.join(", ");
}

/** The sums of a document by their names, where there is neither discount nor tax the total alone. */
export function sumsOf({
  currency,
  subtotal,
  discount_total: discount,
  tax_total: tax,
  total,
}: Pick<ShownDocument, "currency" | "subtotal" | "discount_total" | "tax_total" | "total">): Record<
  string,
  string
> {
  return {
    ...((discount > 0 || tax > 0) && { Subtotal: shownAmount(subtotal, currency) }),
    ...(discount > 0 && { Discount: `-${shownAmount(discount, currency)}` }),
    ...(tax > 0 && { Tax: shownAmount(tax, currency) }),
    Total: shownMoney(total, currency),
  };
}
