import { notFound } from "@jst/errors";
import { html, type Html, type Page, type PageRequest, type SentOn } from "@jst/pages";
import type { Invoice } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { hostedUrl } from "../documents/hosted.ts";
import { dateIn } from "../documents/shown-document.ts";
import { findInvoice } from "../invoices/invoice.ts";
import { isPayable } from "../invoices/lifecycle.ts";
import { shownMoney } from "../money/currency.ts";
import { findAttempt, type Attempt } from "../providers/attempts.ts";
import type { Provider } from "../providers/provider.ts";
import { documentHtml } from "./document-html.ts";
import { closedPage, pageOf, readSellerTexts, unlisted, type PageOf } from "./page-of.ts";
import { payFormHtml, pressOn, pressProvider, UNDER_WAY, type RefusedForm } from "./pay-page.ts";

/** Parts of a page of an invoice. */
interface InvoicePageParts {
  place: PageOf;
  invoice: Invoice;
  /** It can be paid, and nothing that somebody has paid is under way. */
  isPayable: boolean;
  provider: Provider | undefined;
  instructions: string | null;
  attempt: Attempt | undefined;
}

/** Shows the invoice of a secret address, as it is now, with what can be done to pay (commerce.pages). */
export async function showInvoice(request: PageRequest, deps: Deps): Promise<Page> {
  const place = await pageOf("invoices", request, deps);
  return closedPage(place) ?? invoicePage(await shownOf(place, deps));
}

/** Takes what somebody does to pay the invoice, and sends back to its page (commerce.pay-pages). */
export async function payOnInvoice(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const form = await request.form();
  const place = await pageOf("invoices", request, deps);
  const closed = closedPage(place);
  if (closed !== undefined) return closed;
  const shown = await shownOf(place, deps);
  const { invoice, provider } = shown;
  return pressOn(
    {
      place,
      buttons: provider?.buttons ?? [],
      isPayable: shown.isPayable,
      isDone: invoice.status === "paid",
      doneUrl: place.path,
      asksBuyer: false,
      why: stateOf(shown),
      press: async (action) =>
        provider === undefined
          ? place.path
          : pressProvider({ place, provider, target: targetOf(shown), request, deps }, action, undefined),
      show: (refused) => invoicePage(shown, refused),
    },
    form,
  );
}

function targetOf({ place, invoice }: InvoicePageParts) {
  const { id, total, currency, number } = invoice;
  const teamId = place.team.team_id;
  const page = hostedUrl("invoices", { teamId, id });
  const target = { kind: "invoices", id, teamId, total, currency } as const;
  return { ...target, title: `Invoice ${number ?? ""}`, successUrl: page, cancelUrl: page };
}

async function shownOf(place: PageOf, deps: Deps): Promise<InvoicePageParts> {
  const invoice = await readInvoice(place, deps);
  const isOwed = isPayable(invoice.status);
  const provider = await deps.providers.of(place.context);
  const { instructions } = isOwed ? await readSellerTexts(place, deps) : { instructions: null };
  const attempt = await findAttempt(deps.database, place.context, { kind: "invoices", id: invoice.id });
  const isWaiting = attempt?.isProcessing === true;
  return { place, invoice, isPayable: isOwed && !isWaiting, provider, instructions, attempt };
}

async function readInvoice({ id, context, team }: PageOf, { database }: Deps): Promise<Invoice> {
  const [row] = await database.read<{ body: string }>(context, findInvoice(team.team_id, id, team.timezone));
  const invoice = row && (JSON.parse(row.body) as Invoice);
  if (invoice === undefined || invoice.status === "draft") throw notFound();
  return invoice;
}

function invoicePage(shown: InvoicePageParts, refused?: RefusedForm): Page {
  const { place, invoice } = shown;
  const { number, issued_on: issued, due_date: due, payment } = invoice;
  const facts = {
    Issued: issued,
    Due: due,
    Paid: payment === null ? undefined : dateIn(payment.paid_at, place.team.timezone),
  };
  return {
    status: refused?.status ?? 200,
    title: `Invoice ${number ?? ""}`,
    content: html`<p class="lead" role="status">${stateOf(shown)}</p>
${documentHtml(invoice, facts)}${paymentHtml(shown, refused)}`,
    brand: place.team.brand,
    isRefused: refused !== undefined,
    headers: unlisted,
    formsLeadOn: [],
  };
}

function stateOf({ invoice, attempt }: InvoicePageParts): string {
  const { status, overdue, amount_due: due, currency } = invoice;
  if (status === "paid") return "This invoice is paid.";
  if (status === "void") return "This invoice is void, so no payment is due.";
  if (attempt?.isProcessing === true) return UNDER_WAY;
  return `${shownMoney(due, currency)} is to be paid.${overdue ? " It is overdue." : ""}`;
}

/** Renders the ways to pay: the provider's buttons and the team's instructions. */
function paymentHtml(
  { place, isPayable, provider, instructions, attempt }: InvoicePageParts,
  refused: RefusedForm | undefined,
): Html {
  const isTold = isPayable && attempt?.isDeclined === true && refused === undefined;
  const declined =
    isTold && html`<p class="error" role="alert">The last payment was declined. Nothing was paid.</p>\n`;
  const how = isPayable && instructions !== null && html`<h2>How to pay</h2>\n<p>${instructions}</p>\n`;
  const buttons = isPayable ? (provider?.buttons ?? []) : [];
  return html`${how}${declined}${payFormHtml(place.path, buttons, { asksBuyer: false, refused })}`;
}
