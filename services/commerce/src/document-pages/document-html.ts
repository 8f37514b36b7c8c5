import { factsHtml, html, type Content, type Html } from "@jst/pages";
import type { BillFrom, BillTo, LineItem } from "../../gen/rpc.ts";
import { shownAmount, shownMoney, shownRate } from "../documents/amounts.ts";

/** What a page shows of a document, whichever it is. */
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

/** Who sells and who pays, what else there is to know, the lines with their sums, and what is written below. */
export function documentHtml(document: ShownDocument, facts: Readonly<Record<string, Content>>): Html {
  const { bill_from: seller, bill_to: payer, memo, footer } = document;
  const known = factsHtml({
    From: seller === null ? undefined : sellerLines(seller),
    To: payerLines(payer),
    ...facts,
  });
  return html`${known}${memo !== null && html`<p>${memo}</p>\n`}${linesHtml(document)}${
    footer !== null && html`<p class="help">${footer}</p>\n`
  }`;
}

/** Who sells, in lines. */
function sellerLines({ legal_name: name, address, tax_id: taxId, email }: BillFrom): string {
  return [name, address, taxId === null ? null : `Tax ID ${taxId}`, email]
    .filter((one) => one !== null)
    .join("\n");
}

/** Who pays, in lines. */
function payerLines({ name, company, email, address }: BillTo): string {
  const parts = ["line1", "line2", "postal_code", "city", "region", "country"].map((part) => address?.[part]);
  const lines = [company, name, ...parts, email];
  return lines.filter((one): one is string => typeof one === "string" && one !== "").join("\n");
}

/** The lines with their sums. */
export function linesHtml(
  document: Omit<ShownDocument, "number" | "bill_to" | "bill_from" | "memo" | "footer">,
): Html {
  const { line_items: lines, currency } = document;
  const rows = lines.map(
    (line) => html`<tr><td>${line.description}
<span class="help">${reckoningOf(line, currency)}</span></td><td class="number">${shownAmount(line.amount, currency)}</td></tr>
`,
  );
  const sums = Object.entries(sumsOf(document)).map(
    ([name, sum]) => html`<tr><th scope="row">${name}</th><td class="number">${sum}</td></tr>\n`,
  );
  return html`<table>
<thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>
${rows}</tbody>
<tfoot>
${sums}</tfoot>
</table>
`;
}

/** What a line is made of: 3 x 19.99, less 0.97, 19% tax. */
function reckoningOf(line: LineItem, currency: string): string {
  const { quantity, unit_amount: unit, discount_amount: discount, tax_rate_bps: rate } = line;
  const parts = [
    `${quantity} \u00d7 ${shownAmount(unit, currency)}`,
    ...(discount > 0 ? [`less ${shownAmount(discount, currency)}`] : []),
    ...(rate > 0 ? [`plus ${shownRate(rate)} tax`] : []),
  ];
  return parts.join(", ");
}

/** The sums of a document by their names, where there is neither discount nor tax the total alone. */
function sumsOf({
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
