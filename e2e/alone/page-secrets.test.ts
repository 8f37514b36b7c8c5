import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "@jst/testing";
import { capturedTo, secretMailedTo } from "../src/captured.ts";
import { jst, mintHumanToken, mintPersonal, mintToken, newTeam } from "../src/fleet.ts";
import { newHost } from "../src/hosting.ts";
import { send } from "../src/http.ts";
import { asked } from "../src/killing.ts";
import { linkMailedTo } from "../src/mailed.ts";
import { postForm } from "../src/page-forms.ts";
import { holds, watchPlaces, type Places } from "../src/places.ts";
import { isRouted, registry } from "../src/registry.ts";
import { ownPage } from "../src/sessions.ts";

const ARRIVAL_MS = 60_000;
const DAY_MS = 86_400_000;
const ATTENDEE = "attendee@secrets.example";

let places: Places;
before(async () => {
  places = await watchPlaces();
});
after(() => places.close());

/** Parts of a secret that say it: a line of a calendar may break it, and that of a document begins with its ids. */
const needles = (secret: string): string[] =>
  secret.length > 43 ? [secret.slice(44, 64), secret.slice(-20)] : [secret.slice(0, 20), secret.slice(-20)];

/** The templates of all reads of the API, with a variable at most at their end. */
const reads = registry
  .filter((rpc) => isRouted(rpc) && rpc.readOnly && rpc.access !== "public" && rpc.door === "rest")
  .flatMap(({ bindings }) => bindings)
  .filter(({ verb, path }) => verb === "GET" && path.startsWith("/api/"))
  .map(({ path }) => path);
const lists = reads.filter((path) => !path.includes("{"));

/** Every answer to a GET that the token gets: of lists, and of each item of a list by its id. */
async function* answersTo(token: string): AsyncGenerator<{ path: string; text: string }> {
  for (const list of lists) {
    const { status, body } = await send({ path: list, token });
    yield { path: list, text: JSON.stringify(body) };
    const items =
      status === 200
        ? Object.values(body as object)
            .filter(Array.isArray)
            .flat()
        : [];
    for (const template of reads.filter((one) => new RegExp(`^${list}/\\{\\w+\\}$`).test(one)))
      for (const { id } of items as { id?: string }[]) {
        if (typeof id !== "string") continue;
        const path = template.replace(/\{\w+\}$/, id);
        yield { path, text: JSON.stringify((await send({ path, token })).body) };
      }
  }
}

/** Answers that have one of the secrets, as `secret at path`. */
async function shownTo(token: string, secrets: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  let count = 0;
  for await (const { path, text } of answersTo(token)) {
    count += 1;
    for (const [name, secret] of Object.entries(secrets))
      if (needles(secret).some((part) => text.includes(part))) found.push(`${name} at ${path}`);
  }
  assert.ok(count > 30, `${count} answers`);
  return found;
}

/** Makes one mail of each kind that has the address of a page; answers the secrets of these. */
async function mailAll(team: { slug: string; token: string }): Promise<Record<string, string>> {
  const { slug, token } = team;
  const host = await newHost(team, [{ duration_minutes: 30 }]);
  const start = new Date(Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS).toISOString();
  const attendee = { name: "Ada", email: ATTENDEE };
  const [event_type_id] = host.eventTypeIds;
  await asked(token, "scheduling/bookings", { event_type_id, start, attendee });
  const { id: contact_id } = await asked(token, "contacts", {
    first_name: "Bo",
    email: "payer@secrets.example",
  });
  const line_items = [{ description: "Work", unit_amount: 100 }];
  await asked(token, "commerce/invoices", { contact_id, currency: "EUR", line_items, send: true });
  const invoice = await secretMailedTo(slug, "payer@secrets.example");
  const quote = await asked(token, "commerce/quotes", { contact_id, currency: "EUR", line_items });
  const mail = { to: "typed@secrets.example", subject: "Quote", text: `See ${String(quote["hosted_url"])}` };
  await asked(token, "comms/send", mail);
  const human = await mintHumanToken(slug);
  await asked(human, "comms/send", { ...mail, to: "proposed@secrets.example" });
  const reader = { address: "reader@secrets.example", channel: "email", purpose: "marketing" };
  await asked(token, "comms/consents", { ...reader, status: "opted_in", basis: "consent", source: "page" });
  const news = { to: reader.address, purpose: "marketing", subject: "News", text: "New." };
  await asked(token, "comms/send", news);
  return {
    booking: await secretMailedTo(slug, ATTENDEE),
    invoice,
    quote: await secretMailedTo(slug, mail.to),
    unsubscribe: await secretMailedTo(slug, reader.address),
  };
}

/** Has a sign-in link and an invitation mailed to members; answers the secrets of their links. */
async function mailMembers({
  slug,
  token,
}: {
  slug: string;
  token: string;
}): Promise<Record<string, string>> {
  const [member, invited] = [`member@${slug}.test`, `invited@${slug}.test`];
  await jst("member", "add", "--team", slug, "--email", member, "--role", "member");
  const form = `email=${encodeURIComponent(member)}`;
  const page = await postForm("/p/sign-in", form, { headers: ownPage() });
  assert.equal(page.statusCode, 200);
  await asked(token, "members", { email: invited, role: "member" });
  return { sign_in: await linkMailedTo(member), invitation: await linkMailedTo(invited) };
}

test("a secret of a page is in the mail alone: in no answer, table, topic, log, cache, trace or metric", async () => {
  const team = await newTeam("secrets");
  const links = await mailMembers(team);
  const secrets: Record<string, string> = { ...(await mailAll(team)), ...links };
  const calendar = (await capturedTo(team.slug, ATTENDEE)).files[0]?.content.replaceAll("\r\n ", "") ?? "";
  assert.ok(calendar.includes(`/p/bookings/${secrets["booking"]}`), calendar);
  for (const [kind, name] of [
    ["bookings", "booking"],
    ["invoices", "invoice"],
    ["quotes", "quote"],
    ["unsubscribe", "unsubscribe"],
    ["sign-in", "sign_in"],
    ["sign-in", "invitation"],
  ] as const)
    assert.equal((await send({ path: `/p/${kind}/${secrets[name]}` })).status, 200, kind);
  await until(
    "the booking's fact is in the broker",
    ARRIVAL_MS,
    () => holds(places.kafka(), "booking.changed") || undefined,
  );
  await until("the page is in the logs or spans", ARRIVAL_MS, () =>
    places.spans().some(({ service }) => service === "scheduling") ? true : undefined,
  );

  const { booking = "", unsubscribe = "" } = secrets;
  const ofMails = { booking, unsubscribe, ...links };
  const found = await shownTo(team.token, secrets);
  const besideCommerce = found.filter(
    (one) => !/^(invoice|quote) at \/api\/v1\/commerce\/(invoices|quotes)/.test(one),
  );
  assert.deepEqual(besideCommerce, [], "the right to write in commerce shows addresses of commerce alone");
  assert.ok(found.length > 0, "the invoice shows its address to its own team");
  assert.deepEqual(await shownTo(await mintPersonal(team.slug, "human:owner"), ofMails), []);
  const readers = [
    await mintPersonal(team.slug, "human:viewer"),
    await mintToken(team.slug, [{ resource: "*", actions: ["read"] }]),
  ];
  for (const reader of readers) assert.deepEqual(await shownTo(reader, secrets), []);

  const leaked: string[] = [];
  const all = Object.entries(await places.all());
  for (const [name, secret] of Object.entries(secrets))
    for (const part of needles(secret)) {
      for (const [place, parts] of all) if (holds(parts, part)) leaked.push(`${name} in ${place}`);
      for (const table of await places.tablesWith(part)) leaked.push(`${name} in ${table}`);
    }
  assert.deepEqual(leaked, []);
  assert.notDeepEqual(await places.tablesWith(ATTENDEE), [], "tables are looked into");
});
