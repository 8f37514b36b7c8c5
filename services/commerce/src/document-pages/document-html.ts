import { factsHtml, html, type Content, type Html } from "@jst/pages";
import {
  payerLines,
  reckoningOf,
  sellerLines,
  sumsOf,
  taxesOf,
  type ShownDocument,
  type ShownTax,
} from "../documents/shown-document.ts";
import { shownAmount } from "../money/currency.ts";

/** Renders a document: seller, payer, facts, lines with their sums, and the texts below. */
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

/** The lines with their sums. */
export function linesHtml(
  document: Omit<ShownDocument, "number" | "bill_to" | "bill_from" | "memo" | "footer">,
): Html {
  const { line_items: lines, currency } = document;
  const taxes = taxesOf(document);
  const rows = lines.map(
    (line) => html`<tr><td>${line.description}
<span class="help">${reckoningOf(line, document)}</span></td><td class="number">${shownAmount(line.amount, currency)}</td></tr>
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
${taxes.length > 0 && taxesHtml(taxes)}`;
}

/** Net and tax by rate. */
function taxesHtml(taxes: readonly ShownTax[]): Html {
  const rows = taxes.map(
    ({ name, net, tax, reason }) =>
      html`<tr><th scope="row">${name}${
        reason !== null && html`\n<span class="help">${reason}</span>`
      }</th><td class="number">${net}</td><td class="number">${tax}</td></tr>\n`,
  );
  return html`<table>
<thead><tr><th scope="col">Tax</th><th scope="col" class="number">Net</th><th scope="col" class="number">Tax amount</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}
