import assert from "node:assert/strict";
import { makeCharts } from "./charts.ts";
import { makeOfContact } from "./world-of-contact.ts";
import { makeApps } from "./connected-apps.ts";
import { makeExtension } from "./extension.ts";
import { jst } from "./fleet.ts";
import { send, type Answer } from "./http.ts";
import { makerOf, type Make } from "./make.ts";
import { pathOf, type Ids } from "./path-ids.ts";
import { isOfMembers, nameOf, registry, type Rpc } from "./registry.ts";
import { inDays, samples } from "./samples.ts";

/**
 * Makes one of everything that paths name, as the token of the team, and two of everything that is listed, so that
 * each list has a second page. A plain resource is made of its sample; another new kind of id belongs here, and the
 * tests that walk the registry name it until it is.
 */
export async function makeWorld(token: string, slug: string): Promise<Ids> {
  // In force by the time that the first packet is read.
  await switchOn(slug);
  const make = makerOf(token);
  const tables = "/api/v1/data/tables";
  await make(tables, { name: "others", display_name: "Others" });
  const columns = [
    { name: "name", type: "text" },
    { name: "stage", type: "state", options: { states: ["new", "open", "done"], initial: "new" } },
  ];
  const table_id = await make(tables, { name: "things", display_name: "Things", columns });
  const table = `${tables}/${table_id}`;
  const column_id = await make(`${table}/columns`, { name: "note", type: "text" });
  await make(`${table}/views`, { name: "First" });
  const view_id = await make(`${table}/views`, { name: "Second" });
  await make(`${table}/rows`, { data: { name: "first" } });
  const row_id = await make(`${table}/rows`, { data: { name: "second" } });
  const asset_id = await make(`${tables}/assets/rows`, { data: { name: "Drill" } });
  // Each leaves an entry in the row's history.
  for (const stage of ["open", "done"]) {
    const change = { method: "PATCH", path: `${table}/rows/${row_id}`, token, body: { data: { stage } } };
    assert.equal((await send(change)).status, 200);
  }
  // The endpoint comes before the contacts: what they make happen is in its feed.
  const webhook_id = await makeWebhooks(make);
  const contacts = await makeContacts(make);
  const { contact_id } = contacts;
  const files = { ...(await makeFiles(make, token)), message_id: await makeMessages(token) };
  const token_id = await make("/api/v1/tokens", { name: "Sample", type: "service", scopes: narrow });
  const changeset_id = await changed(token, `/api/v1/contacts/${contact_id}`, { title: "Changed" });
  for (const text of ["First", "Second"]) await make(`/api/v1/changesets/${changeset_id}/comments`, { text });
  const special = {
    table_id,
    column_id,
    view_id,
    row_id,
    asset_id,
    webhook_id,
    ...contacts,
    ...files,
    token_id,
    changeset_id,
    // Not of the team: a word of the catalogue of errors, the same for everyone.
    code: "version_conflict",
  };
  const hosted = { ...(await makeScheduling(make, token, slug)), ...(await makeMembers(make, slug)) };
  const there = { ...special, ...(await makeForms(make)), ...hosted, ...(await seeded(slug)) };
  const ids = { ...there, ...(await makeOthers(make, there)), app_id: await makeApps(token, slug) };
  await Promise.all([append(token, ids), reviseAll(token, ids), check(token, ids)]);
  return ids;
}

/** Turns the modules on that a new team has off. */
async function switchOn(slug: string): Promise<void> {
  const keys = ["review", "emr.enabled", "emr.labs.enabled", "wellness.enabled", "extension.tools.enabled"];
  for (const key of keys) await jst("config", "set", "--team", slug, `modules.${key}`, "true");
}

/** Id of the changeset of a change. */
async function changed(token: string, path: string, body: object): Promise<string> {
  const answer = await send({ method: "PATCH", path, token, body });
  return answer.headers.get("x-changeset-id") ?? "";
}

/** Two files, of which one is public from then on and has an address. */
async function makeFiles(make: Make, token: string): Promise<{ file_id: string; address: string }> {
  const upload = () => make("/api/v1/files", samples["data.v1.Files/UploadFiles"]);
  const [, file_id] = [await upload(), await upload()];
  const path = `/api/v1/files/${file_id}`;
  const answer = await send({ method: "PATCH", path, token, body: { visibility: "public" } });
  return { file_id, address: (answer.body as { public_url: string }).public_url.replace("/p/files/", "") };
}

/** Two messages to a recipient that nobody carries anything to; the id of the second. */
async function makeMessages(token: string): Promise<string> {
  const body = samples["comms.v1.Messages/SendMessage"];
  const queue = () => send({ method: "POST", path: "/api/v1/comms/send", token, body });
  const [, second] = [await queue(), await queue()];
  assert.equal(second.status, 202, JSON.stringify(second.body));
  return (second.body as { id: string }).id;
}

/** Three contacts that share a number, three pairs of duplicates, and what belongs to the last. */
async function makeContacts(make: Make): Promise<Ids & { contact_id: string }> {
  const contact = (first_name: string) => make("/api/v1/contacts", { first_name, phone: "+14155550100" });
  await contact("First");
  const source_contact_id = await contact("Second");
  const contact_id = await contact("Third");
  return { source_contact_id, contact_id, ...(await makeOfContact(make, contact_id)) };
}

/** Two forms, named by their ids, and two submissions of the second. */
async function makeForms(make: Make): Promise<Ids> {
  const fields = [{ id: "email", label: "E-mail", type: "email" }];
  const form = { title: "Form", status: "published", fields };
  await make("/api/v1/forms", form);
  const slug = await make("/api/v1/forms", form);
  const submissions = `/api/v1/forms/${slug}/submissions`;
  await make(submissions, {});
  return { slug, submission_id: await make(submissions, { email: "ada@example.com" }) };
}

/** A member more, who hosts nothing. */
async function makeMembers(make: Make, slug: string): Promise<Ids> {
  const member = { email: `staying@${slug}.test`, role: "viewer", notify: false };
  return { member_id: await make("/api/v1/members", member) };
}

/** Two members, and two event types of which each hosts one; the ids of the second. */
async function makeScheduling(make: Make, token: string, slug: string): Promise<Ids> {
  for (const name of ["first", "second"])
    await jst("member", "add", "--team", slug, "--email", `${name}@${slug}.test`, "--role", "member");
  const hosts = await hostsOf(token);
  let event_type_id = "";
  for (const host_id of hosts) event_type_id = await make(eventTypes, { name: "Call", host_id });
  const host_id = hosts.at(-1) ?? "";
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    intervals: [{ start: "00:00", end: "24:00" }],
  }));
  const schedule = {
    method: "PATCH",
    path: `/api/v1/scheduling/schedules/${host_id}`,
    token,
    body: { weekly: hours },
  };
  assert.equal((await send(schedule)).status, 200);
  const attendee = { name: "Ada", email: "ada@booked.test" };
  const book = (start: string, override_availability = false) =>
    make("/api/v1/scheduling/bookings", { event_type_id, start, attendee, override_availability });
  await book(inDays(2));
  const begun = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const missed_booking_id = await book(begun, true);
  return { event_type_id, host_id, missed_booking_id, booking_id: await book(inDays(3)) };
}

const eventTypes = "/api/v1/scheduling/event-types";

/** Ids of two members of the token's team, who can be hosts. */
export async function hostsOf(token: string): Promise<string[]> {
  const { body } = await send({ path: "/api/v1/members?limit=2", token });
  return (body as { members: { id: string }[] }).members.map(({ id }) => id);
}

/** Two endpoints; the id of the second. */
async function makeWebhooks(make: Make): Promise<string> {
  const hook = { url: "http://127.0.0.1:18999/", events: ["contact.created"] };
  await make("/api/v1/webhooks", hook);
  return make("/api/v1/webhooks", hook);
}

/** Seeds the objects that no token creates. */
async function seeded(slug: string): Promise<Ids> {
  await makeExtension(slug);
  const { workflows } = await jst<{ workflows: string[] }>("seed", "--team", slug, "workflows");
  const { packets } = await jst<{ packets: string[] }>("seed", "--team", slug, "review");
  return { workflow_id: workflows[0] ?? "", packet_id: packets[0] ?? "", patient_id: await makeCharts(slug) };
}

/** Two of each kind of record that lists show and no path names. */
async function makeUnnamed(make: Make): Promise<void> {
  const consent = samples["comms.v1.Consents/CreateConsent"] as object;
  for (const purpose of ["transactional", "marketing"])
    await make("/api/v1/comms/consents", { ...consent, purpose });
}

/** Two of every resource that one POST of a sample makes and that is not there yet. */
async function makeOthers(make: Make, there: Ids): Promise<Ids> {
  await makeUnnamed(make);
  const others = creatable.filter(({ id }) => !(id in there));
  const made = others.map(async ({ id, path, body }) => {
    await make(path, named(body, "first"));
    return [id, await make(path, named(body, "second"))] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

/** The body, with a name or address of its own where it has one: those of some resources are unique. */
function named(body: unknown, which: string): unknown {
  const { name, address } = (body ?? {}) as { name?: unknown; address?: unknown };
  return {
    ...(body as object),
    ...(typeof name === "string" ? { name: `${name} (${which})` } : {}),
    ...(typeof address === "string" ? { address: `${which}.${address}` } : {}),
  };
}

/** Two blocks of the base. */
async function append(token: string, ids: Ids): Promise<void> {
  const blocks = ["First", "Second"].map((text) => ({ type: "paragraph", text }));
  const path = pathOf("/api/v1/bases/{base_id}/blocks", ids);
  assert.equal((await send({ method: "POST", path, token, body: { blocks } })).status, 201);
}

/** Checks the imports, so that they can be run. */
async function check(token: string, ids: Ids): Promise<void> {
  for (const one of ["data/imports/{import_id}", "contacts/imports/{contact_import_id}"]) {
    const path = pathOf(`/api/v1/${one}/check`, ids);
    assert.equal((await send({ method: "POST", path, token })).status, 200);
  }
}

const RUNS: readonly string[] = ["RunImport", "RunContactImport"];

/** Withdraws the proposal of a run, during which nobody changes its import (imports.propose). */
export async function withdrawRun(
  { method }: Rpc,
  { status, body }: Answer,
  as: { token?: string; headers?: Record<string, string> },
): Promise<void> {
  if (status !== 202 || !RUNS.includes(method)) return;
  const { changeset_id: id } = body as { changeset_id: string };
  const answer = await send({ method: "POST", path: `/api/v1/changesets/${id}/withdraw`, body: {}, ...as });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

/** A second revision of everything that has revisions; what the sample changes is still to be changed. */
async function reviseAll(token: string, ids: Ids): Promise<void> {
  const paths = new Set(registry.flatMap(({ bindings }) => bindings.map(({ path }) => path)));
  for (const rpc of registry.filter(({ method }) => method.startsWith("Update"))) {
    const path = rpc.bindings[0]?.path ?? "";
    if (!paths.has(`${path}/revisions`)) continue;
    const texts = Object.entries(samples[nameOf(rpc)] ?? {});
    const body = Object.fromEntries(texts.map(([name, text]) => [name, `${String(text)} before`]));
    const change = { method: "PATCH", path: pathOf(path, ids), token, body };
    assert.equal((await send(change)).status, 200, path);
  }
}

/** Resources that one POST of a sample makes by a token, and the id by which their own path names them. */
const creatable = registry
  .filter((rpc) => rpc.method.startsWith("Create") && rpc.status === 201 && !isOfMembers(rpc))
  .flatMap((rpc) => {
    const path = rpc.bindings[0]?.path ?? "";
    const paths = registry.flatMap(({ bindings }) => bindings.map((binding) => binding.path));
    const own = paths.filter((one) => one.startsWith(`${path}/`)).map((one) => one.slice(path.length));
    const id = own.map((rest) => /^\/\{(\w+)\}$/.exec(rest)?.[1]).find((name) => name !== undefined);
    return id === undefined || path.includes("{") ? [] : [{ id, path, body: samples[nameOf(rpc)] }];
  });

const narrow = [{ resource: "config", actions: ["read"] }];
