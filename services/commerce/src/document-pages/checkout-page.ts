import { notFound } from "@jst/errors";
import {
  factsHtml,
  html,
  type Button,
  type Content,
  type Page,
  type PageRequest,
  type SentOn,
} from "@jst/pages";
import type { Checkout } from "../../gen/rpc.ts";
import {
  findCheckout,
  lockCheckout,
  readCheckout,
  type CheckoutRow,
  type ReadCheckout,
} from "../checkouts/checkout.ts";
import { completeCheckout } from "../checkouts/complete-checkout.ts";
import { checkouts } from "../checkouts/lifecycle.ts";
import type { Deps } from "../deps.ts";
import { sellerLines } from "../documents/shown-document.ts";
import { isPayable } from "../invoices/lifecycle.ts";
import { shownMoney } from "../money/currency.ts";
import type { Buyer } from "../payers/payers.ts";
import { findAttempt, type Attempt } from "../providers/attempts.ts";
import type { Provider } from "../providers/provider.ts";
import type { SellerTexts } from "../settings/team-settings.ts";
import { linesHtml } from "./document-html.ts";
import { closedPage, pageOf, readSellerTexts, unlisted, type PageOf } from "./page-of.ts";
import { payFormHtml, payingFor, pressOn, pressProvider, UNDER_WAY, type RefusedForm } from "./pay-page.ts";
import { every } from "./quote-page.ts";

/** Parts of a page of a checkout. */
interface CheckoutPageParts {
  place: PageOf;
  read: ReadCheckout;
  provider: Provider | undefined;
  buttons: readonly Button[];
  texts: SellerTexts;
  attempt: Attempt | undefined;
}

const confirm: Button = { name: "action", value: "confirm", label: "Place the order" };

/** Shows the checkout of a secret address, with what can be done to pay; who looks changes nothing. */
export async function showCheckout(request: PageRequest, deps: Deps): Promise<Page> {
  const place = await pageOf("checkout", request, deps);
  return closedPage(place) ?? checkoutPage(await shownOf(place, deps));
}

/** Takes what somebody does to pay, and sends on: to success_url once it is paid, else back (commerce.pay-pages). */
export async function payCheckout(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const form = await request.form();
  const place = await pageOf("checkout", request, deps);
  const closed = closedPage(place);
  if (closed !== undefined) return closed;
  const shown = await shownOf(place, deps);
  const { checkout } = shown.read;
  return pressOn(
    {
      place,
      buttons: shown.buttons,
      isPayable: checkout.status === "open" && shown.attempt?.isProcessing !== true,
      isDone: checkout.status === "complete",
      doneUrl: doneUrl(checkout, place),
      asksBuyer: checkout.contact_id === null,
      why: stateOf(shown),
      press: (action, buyer) => press(action, buyer, { shown, request, deps }),
      show: (refused) => checkoutPage(shown, refused),
    },
    form,
  );
}

/** Returns the address after a payment: the shop's, or the page, which says how to pay. */
const doneUrl = ({ payment_status: paid, success_url: url }: Checkout, { path }: PageOf): string =>
  paid === "unpaid" ? path : url;

async function shownOf(place: PageOf, deps: Deps): Promise<CheckoutPageParts> {
  const { id, context, team } = place;
  const [row] = await deps.database.read<CheckoutRow>(context, findCheckout(team.team_id, id));
  if (row === undefined) throw notFound();
  const read = readCheckout(row);
  const isFree = read.checkout.total === 0;
  const provider = isFree ? undefined : await deps.providers.of(context);
  const buttons = provider?.buttons ?? (read.isOfInvoice ? [] : [confirm]);
  const attempt = await findAttempt(deps.database, context, targetOf(read.checkout, read.isOfInvoice));
  return { place, read, provider, buttons, texts: await readSellerTexts(place, deps), attempt };
}

/** Returns the payment's target: the invoice if there is one. */
function targetOf({ id, invoice_id: invoice }: Checkout, isOfInvoice: boolean) {
  return isOfInvoice && invoice !== null
    ? ({ kind: "invoices", id: invoice } as const)
    : ({ kind: "checkouts", id } as const);
}

async function press(
  action: string,
  buyer: Buyer | undefined,
  { shown, request, deps }: { shown: CheckoutPageParts; request: PageRequest; deps: Deps },
): Promise<string> {
  const { place, provider, read } = shown;
  const { checkout, isOfInvoice } = read;
  if (provider === undefined) return placeOrder(buyer, { place, request, deps });
  const { total, currency, success_url: successUrl, cancel_url: cancelUrl } = checkout;
  const title = checkout.line_items[0]?.description ?? "Checkout";
  const name = targetOf(checkout, isOfInvoice);
  const target = { ...name, teamId: place.team.team_id, total, currency, title, successUrl, cancelUrl };
  return pressProvider({ place, provider, target, request, deps }, action, buyer);
}

/** Places the order of a checkout that no provider is paid for now: what it makes is paid elsewhere, or is free. */
async function placeOrder(
  buyer: Buyer | undefined,
  parts: { place: PageOf; request: PageRequest; deps: Deps },
): Promise<string> {
  const { place, deps } = parts;
  const paying = buyer && (await payingFor(buyer, parts));
  const { timezone } = place.team;
  const { result } = await deps.database.write(place.context, async (tx) => {
    const locked = await lockCheckout(tx, place.id);
    if (locked === undefined) throw notFound();
    if (locked.checkout.status === "complete") return locked.checkout;
    checkouts.require(locked.checkout.status, "complete");
    await completeCheckout(tx, locked, { paying, payment: undefined, timezone });
    return locked.checkout;
  });
  return doneUrl(result, place);
}

function checkoutPage(shown: CheckoutPageParts, refused?: RefusedForm): Page {
  const { place, read, provider, buttons, texts, attempt } = shown;
  const { checkout, billTo } = read;
  const isOpen = checkout.status === "open" && attempt?.isProcessing !== true;
  const saysHow = provider === undefined && owes(shown) && texts.instructions !== null;
  const facts: Record<string, Content> = {
    From: texts.seller === null ? undefined : sellerLines(texts.seller),
    // A visitor may not read the payer that a typed address has found.
    To: isNamed(read) ? (billTo?.name ?? billTo?.company ?? undefined) : undefined,
    Repeats: checkout.recurring === null ? undefined : every(checkout.recurring),
  };
  const declined = isOpen && attempt?.isDeclined === true && refused === undefined;
  const form = payFormHtml(place.path, isOpen ? buttons : [], {
    asksBuyer: checkout.contact_id === null,
    refused,
  });
  return {
    status: refused?.status ?? 200,
    title: "Checkout",
    content: html`<p class="lead" role="status">${stateOf(shown)}</p>
${declined && html`<p class="error" role="alert">The last payment was declined. Nothing was paid.</p>\n`}${factsHtml(facts)}${linesHtml(checkout)}${
      saysHow && html`<h2>How to pay</h2>\n<p>${texts.instructions}</p>\n`
    }${form}${onward(shown)}`,
    brand: place.team.brand,
    isRefused: refused !== undefined,
    headers: unlisted,
    formsLeadOn: [],
  };
}

/** Whether it said who pays before anybody came: lines that are complete may have been bought by anyone. */
const isNamed = ({ checkout, isOfInvoice }: ReadCheckout): boolean =>
  isOfInvoice || checkout.status !== "complete";

/** Whether money is owed on it, and none is under way. */
function owes({ read: { checkout, invoiceStatus }, attempt }: CheckoutPageParts): boolean {
  const { total, status, payment_status: paid } = checkout;
  if (total === 0 || paid !== "unpaid" || attempt?.isProcessing === true) return false;
  return status === "open" || (status === "complete" && isPayable(invoiceStatus ?? ""));
}

/** Back to the shop. */
function onward({ read: { checkout } }: CheckoutPageParts) {
  const isDone = checkout.status === "complete" && checkout.payment_status !== "unpaid";
  const [href, label] = isDone
    ? [checkout.success_url, "Go on"]
    : [checkout.cancel_url, "Go back without paying"];
  return html`<p><a href="${href}" rel="noreferrer">${label}</a></p>\n`;
}

function stateOf(shown: CheckoutPageParts): string {
  const { checkout, invoiceStatus } = shown.read;
  const { status, payment_status: paid, total, currency } = checkout;
  if (status === "expired") return "This checkout has expired. Ask the seller for a new one.";
  if (status === "complete" && invoiceStatus === "void")
    return "The invoice of this order is void, so no payment is due.";
  if (paid === "unpaid" && shown.attempt?.isProcessing === true) return UNDER_WAY;
  if (status === "open")
    return total === 0 ? "There is nothing to pay." : `${shownMoney(total, currency)} is to be paid.`;
  if (paid === "unpaid") return `Your order is placed. ${shownMoney(total, currency)} is to be paid.`;
  return paid === "paid" ? "This is paid." : "Your order is placed.";
}
