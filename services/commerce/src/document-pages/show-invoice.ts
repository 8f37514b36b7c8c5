import { notFound } from "@jst/errors";
import { html, type Html, type Page, type PageRequest } from "@jst/pages";
import type { Invoice } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { shownMoney } from "../documents/amounts.ts";
import { findInvoice } from "../invoices/invoice.ts";
import { documentHtml } from "./document-html.ts";
import { closedPage, instructionsOf, pageOf, unlisted, type PageOf } from "./page-of.ts";

/** Shows the invoice of a secret address, as it is now (commerce.pages). */
export async function showInvoice(request: PageRequest, deps: Deps): Promise<Page> {
  const place = await pageOf("invoices", request, deps);
  const closed = closedPage(place);
  if (closed !== undefined) return closed;
  const invoice = await readInvoice(place, deps);
  const { number, issued_on: issued, due_date: due, payment } = invoice;
  const facts = { Issued: issued, Due: due, Paid: payment?.paid_at.slice(0, 10) };
  const instructions = await instructionsOf(place, deps);
  return {
    title: `Invoice ${number ?? ""}`,
    content: html`<p class="lead" role="status">${stateOf(invoice)}</p>
${documentHtml(invoice, facts)}${waysToPay(invoice, instructions)}`,
    brand: place.team.brand,
    headers: unlisted,
  };
}

async function readInvoice({ id, context, team }: PageOf, { database }: Deps): Promise<Invoice> {
  const [row] = await database.read<{ body: string }>(context, findInvoice(team.team_id, id, team.timezone));
  const invoice = row && (JSON.parse(row.body) as Invoice);
  if (invoice === undefined || invoice.status === "draft") throw notFound();
  return invoice;
}

function stateOf({ status, overdue, amount_due: due, currency }: Invoice): string {
  if (status === "paid") return "This invoice is paid.";
  if (status === "void") return "This invoice is void: nothing is to be paid.";
  return `${shownMoney(due, currency)} is to be paid.${overdue ? " It is overdue." : ""}`;
}

/** What there is to do while it can be paid: how the team says. */
function waysToPay({ status }: Invoice, instructions: string | undefined): Html | undefined {
  const isPayable = status === "open" || status === "uncollectible";
  if (!isPayable || instructions === undefined) return undefined;
  return html`<h2>How to pay</h2>\n<p>${instructions}</p>\n`;
}
