import { samples } from "./samples.ts";
import type { Make } from "./make.ts";
import type { Ids } from "./path-ids.ts";

/** Creates the objects of a contact: documents, comments, and health data under consent. */
export async function makeOfContact(make: Make, contact_id: string): Promise<Ids> {
  return {
    ...(await makeInvoices(make, contact_id)),
    ...(await makeComments(make, contact_id)),
    ...(await makeWellness(make, contact_id)),
  };
}

/** Two comments on the contact; the id of the second. */
async function makeComments(make: Make, resource_id: string): Promise<Ids> {
  const add = (text: string) => make("/api/v1/comments", { resource: "contact", resource_id, text });
  await add("First");
  return { comment_id: await add("Second") };
}

/** An invoice for each of the ways that an invoice goes, and quotes. */
async function makeInvoices(make: Make, contact_id: string): Promise<Ids> {
  const line_items = [{ description: "Sample", unit_amount: 1_000 }];
  const invoice = (auto_finalize: boolean) =>
    make("/api/v1/commerce/invoices", { contact_id, currency: "EUR", line_items, auto_finalize });
  return {
    draft_invoice_id: await invoice(false),
    payable_invoice_id: await invoice(true),
    voidable_invoice_id: await invoice(true),
    open_invoice_id: await invoice(true),
    final_invoice_id: await invoice(true),
    invoice_id: await invoice(false),
    ...(await makeQuotes(make, contact_id)),
    ...(await makeCheckouts(make)),
    ...(await makeSubscriptions(make, { contact_id, currency: "EUR", items: line_items, interval: "month" })),
  };
}

/** Two consents of the contact and two observations under them. */
async function makeWellness(make: Make, contact_id: string): Promise<Ids> {
  const named = (name: string) => ({ ...(samples[name] as object), contact_id });
  const consent = named("emr.v1.WellnessConsents/CreateWellnessConsent");
  const observation = named("emr.v1.Observations/CreateObservations");
  const give = () => make("/api/v1/wellness/consent", consent);
  const observe = () => make("/api/v1/wellness/observations", observation);
  await give();
  const consent_id = await give();
  await observe();
  return { consent_id, observation_id: await observe() };
}

/** A quote for each of the ways that a quote goes. */
async function makeQuotes(make: Make, contact_id: string): Promise<Ids> {
  const line_items = [{ description: "Sample", unit_amount: 1_000 }];
  const quote = (finalize: boolean) =>
    make("/api/v1/commerce/quotes", { contact_id, currency: "EUR", line_items, finalize });
  return {
    draft_quote_id: await quote(false),
    open_quote_id: await quote(true),
    declinable_quote_id: await quote(true),
    cancelable_quote_id: await quote(true),
    quote_id: await quote(false),
  };
}

/** Two checkouts, of which one is to be ended. */
async function makeCheckouts(make: Make): Promise<Ids> {
  const checkout = () => make("/api/v1/commerce/checkout", samples["commerce.v1.Checkouts/CreateCheckout"]);
  return { open_checkout_id: await checkout(), checkout_id: await checkout() };
}

/** Two subscriptions, of which one is to be canceled. */
async function makeSubscriptions(make: Make, body: object): Promise<Ids> {
  const path = "/api/v1/commerce/subscriptions";
  return { running_subscription_id: await make(path, body), subscription_id: await make(path, body) };
}
