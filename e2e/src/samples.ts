import { formOf } from "./exchange.ts";
import { nameOf, registry, type Rpc } from "./registry.ts";

/** Midnight in UTC, so many days from today. */
export const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

/** Bodies of rpcs whose documented example would not do: it names what is not there, or can be sent but once. */
const special: Record<string, unknown> = {
  "data.v1.Tables/CreateTable": { display_name: "Sample" },
  "data.v1.Assets/CheckOutAsset": { assignee: { type: "location", id: "Warehouse" } },
  "data.v1.Assets/ReturnAsset": { condition: "Sample" },
  // Two rows, so that their list has a second page.
  "data.v1.Imports/CreateImport": {
    source: { text: "name\nAda\nBo\n" },
    target: { kind: "new_table", display_name: "Imported" },
  },
  "crm.v1.ContactImports/CreateContactImport": { source: { text: "first_name\nAda\nBo\n" } },
  "data.v1.Columns/CreateColumn": { name: "sample", type: "text" },
  "data.v1.Columns/DeleteColumn": { force: true },
  "data.v1.Columns/UpdateColumn": { display_name: "Sample" },
  "data.v1.Views/CreateView": { name: "Sample" },
  "data.v1.Views/UpdateView": { favorite: true },
  "data.v1.Rows/CreateRow": { data: {} },
  "data.v1.Rows/BatchRows": { rows: [{ data: {} }] },
  "data.v1.Rows/DeleteRows": { ids: ["{row_id}"] },
  "data.v1.Rows/UpdateRow": { data: { name: "Sample" } },
  "auth.v1.Members/AddTeamMember": { email: "sample@example.com", role: "viewer" },
  "auth.v1.Tokens/CreateToken": { name: "Sample", type: "service" },
  "auth.v1.Extension/ConnectExtension": { member_id: "{host_id}" },
  "auth.v1.Tokens/RefreshToken": { refresh_token: "sample" },
  "agent.v1.Actions/RunAction": {},
  "agent.v1.WholeImports/ImportData": {
    text: "name\nAda\nBo\n",
    target: { kind: "new_table", display_name: "Imported whole" },
  },
  "agent.v1.Tools/CallTool": { name: "list_tables" },
  "agent.v1.Mcp/CallMcp": { jsonrpc: "2.0", id: 1, method: "ping" },
  "agent.v1.Mcp/CallMcpActions": { jsonrpc: "2.0", id: 1, method: "ping" },
  "data.v1.ImportUploads/UploadImportSource": formOf([{ part: "file", value: "name\nAda\n", name: "a.csv" }]),
  "data.v1.ImportUploads/UploadContactImportSource": formOf([
    { part: "file", value: "first_name\nAda\n", name: "a.csv" },
  ]),
  "data.v1.Files/UploadFiles": formOf([{ part: "file", value: "Sample", name: "sample.txt" }]),
  "data.v1.Files/UpdateFile": { name: "Sample again" },
  "crm.v1.Comments/CreateThingComment": {
    resource: "contact",
    resource_id: "{contact_id}",
    text: "Sample",
  },
  "crm.v1.Comments/UpdateThingComment": { resolved: true },
  "crm.v1.Contacts/CreateContact": { first_name: "Sample" },
  "crm.v1.Forms/UpdateForm": { title: "Sample" },
  "crm.v1.Contacts/UpsertContact": { external_id: "sample", first_name: "Sample" },
  "crm.v1.Contacts/UpdateContact": { title: "Sample" },
  "crm.v1.Contacts/MergeContact": { source_id: "{source_contact_id}" },
  // Scheduled for a later day, so that it can be canceled.
  "comms.v1.Messages/SendMessage": {
    to: "ok@test.invalid",
    subject: "Sample",
    text: "Sample",
    send_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  },
  "changes.v1.Changes/ApproveChangeset": {},
  "changes.v1.Changes/RejectChangeset": { reason: "Sample" },
  "changes.v1.Changes/UndoChangeset": { force: false },
  "changes.v1.Changes/WithdrawChangeset": {},
  "commerce.v1.Invoices/CreateInvoice": {
    contact_id: "{contact_id}",
    currency: "EUR",
    line_items: [{ description: "Sample", unit_amount: 1_000 }],
  },
  "commerce.v1.Quotes/CreateQuote": {
    contact_id: "{contact_id}",
    currency: "EUR",
    line_items: [{ description: "Sample", unit_amount: 1_000 }],
  },
  "commerce.v1.Checkouts/CreateCheckout": {
    currency: "EUR",
    line_items: [{ description: "Sample", unit_amount: 1_000 }],
    success_url: "https://shop.example/",
    cancel_url: "https://shop.example/",
  },
  "commerce.v1.Invoices/UpdateInvoice": { memo: "Sample" },
  "commerce.v1.Subscriptions/CreateSubscription": {
    contact_id: "{contact_id}",
    currency: "EUR",
    items: [{ description: "Sample", unit_amount: 1_000 }],
    interval: "month",
  },
  "scheduling.v1.EventTypes/CreateEventType": { name: "Sample", host_id: "{host_id}" },
  "scheduling.v1.EventTypes/UpdateEventType": { description: "Sample" },
  "scheduling.v1.Bookings/CreateBooking": {
    event_type_id: "{event_type_id}",
    start: inDays(5),
    attendee: { name: "Sample", email: "sample@example.com" },
  },
  "scheduling.v1.Bookings/RescheduleBooking": { start: inDays(7) },
  "scheduling.v1.Schedules/UpdateSchedule": { timezone: "UTC" },
  "emr.v1.WellnessConsents/CreateWellnessConsent": {
    contact_id: "{contact_id}",
    categories: ["vitals"],
    purposes: ["care"],
  },
  "emr.v1.Observations/CreateObservations": {
    contact_id: "{contact_id}",
    code: { system: "http://loinc.org", code: "8867-4" },
    value: 64,
    unit: "/min",
    effective_at: "2026-03-01T08:00:00Z",
    source: { type: "device" },
  },
  "webhooks.v1.Webhooks/CreateWebhook": { url: "https://example.com/hook", events: ["contact.created"] },
  "webhooks.v1.Webhooks/SkipDelivery": { delivery_id: "01990000-0000-7000-8000-000000000009" },
  "webhooks.v1.Webhooks/RedeliverWebhook": { failed_since: "2026-01-01T00:00:00Z" },
  "webhooks.v1.Webhooks/TestWebhook": {},
  "webhooks.v1.Webhooks/UpdateWebhook": { description: "Sample" },
};

/** Stands for what nobody has. */
const ABSENT = "0198f0a0-0000-7000-8000-000000000000";

/** The sample of an rpc, with what it names of the world: of an empty one, what nobody has. */
export function sampleOf(rpc: Rpc, ids: Readonly<Record<string, string>> = {}): unknown {
  const sample = samples[nameOf(rpc)];
  if (sample === undefined || sample instanceof FormData) return sample;
  const text = JSON.stringify(sample).replaceAll(/"\{(\w+)\}"/g, (_, name: string) =>
    JSON.stringify(ids[name] ?? ABSENT),
  );
  return JSON.parse(text) as unknown;
}

/** Parameters without which a read answers nothing. */
const parameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "crm.v1.Comments/ListThingComments": { resource: "contact", resource_id: "{contact_id}" },
  "auth.v1.Actors/ListActors": { ids: "{contact_id}" },
  "scheduling.v1.Availability/GetAvailability": { event_type_id: "{event_type_id}", date: "2027-01-01" },
};

/** The parameters that a read does not answer without; ids as in sampleOf. */
export function parametersOf(rpc: Rpc, ids: Readonly<Record<string, string>>): Record<string, string> {
  const needed = Object.entries(parameters[nameOf(rpc)] ?? {});
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ABSENT);
  return Object.fromEntries(needed.map(([name, text]) => [name, filled(text)]));
}

/** The same as it follows a path; empty for an rpc that needs none. */
export function queryOf(rpc: Rpc, ids: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parametersOf(rpc, ids)).toString();
  return query === "" ? "" : `?${query}`;
}

/** A valid body for every rpc that takes one; `{name}` is an id of the world (sampleOf). */
export const samples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(registry.map((rpc) => [nameOf(rpc), changing(rpc) ?? rpc.example])),
  ...special,
};

/** Returns a patch after which the sample's object reads otherwise; undefined if the rpc has none. */
function changing({ service, method }: Rpc): object | undefined {
  const made = registry.find(
    (rpc) => rpc.service === service && rpc.method === method.replace(/^Update/, "Create"),
  );
  if (!method.startsWith("Update") || made === undefined) return undefined;
  const texts = Object.entries(made.example ?? {}).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts.slice(0, 1).map(([name, text]) => [name, `${String(text)} again`]));
}

/** Where the sample's ids may be anything: a body whose ids are looked up. */
export const lookedUp: Record<string, unknown> = {
  "data.v1.Assets/CheckOutAsset": { assignee: { type: "contact", id: "sample" } },
  // Were it a slot, it would be taken when it is asked for again.
  "scheduling.v1.Bookings/CreateBooking": {
    ...(samples["scheduling.v1.Bookings/CreateBooking"] as object),
    event_type_id: ABSENT,
  },
};

/** Queries of rpcs that answer nothing else without one. */
const queries: Readonly<Record<string, string>> = {
  "auth.v1.OAuth/ShowConsent":
    "?client_id=https%3A%2F%2Fapp.example.org%2Fapp.json&redirect_uri=https%3A%2F%2Fapp.example.org%2Fdone",
};

/** The query with which the rpc is asked, with its question mark; empty where it needs none. */
export function sampleQueryOf(rpc: Rpc): string {
  return queries[nameOf(rpc)] ?? "";
}
