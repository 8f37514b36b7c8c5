import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

const FOLLOWS_MS = 30_000;

let token = "";
const { call, listed } = teamApi(() => token);
before(async () => {
  token = (await newTeam("merged-contacts")).token;
});

async function made(path: string, body: object): Promise<string> {
  const answer = await call("POST", path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return (answer.body as { id: string }).id;
}

test("what named the source of a merge names the target, and the source's address finds the target", async () => {
  const target = await made("contacts", { first_name: "Ada", email: "ada@merge.test" });
  const source = await made("contacts", { first_name: "Ada", email: "a.lovelace@merge.test" });
  const invoice = await made("commerce/invoices", {
    contact_id: source,
    currency: "EUR",
    line_items: [{ description: "Work", unit_amount: 1000 }],
  });
  const message = await made("comms/send", { to: source, channel: "email", subject: "Hello", text: "Hello" });
  const columns = [{ name: "who", type: "contact" }];
  const table = await made("data/tables", { display_name: "Visits", columns });
  const row = await made(`data/tables/${table}/rows`, { data: { who: source } });
  assert.equal((await call("POST", `contacts/${target}/merge`, { source_id: source })).status, 200);

  const ids = async (path: string, member: string) =>
    (await listed<{ id: string }>(`${path}?contact_id=${target}`, member)).map(({ id }) => id);
  await until("the invoice names the target", FOLLOWS_MS, async () =>
    (await ids("commerce/invoices", "invoices")).includes(invoice),
  );
  await until("the message names the target", FOLLOWS_MS, async () =>
    (await ids("comms/messages", "messages")).includes(message),
  );
  const filter = encodeURIComponent(JSON.stringify({ field: "who", op: "eq", value: target }));
  await until("the row names the target", FOLLOWS_MS, async () => {
    const rows = await listed<{ id: string }>(`data/tables/${table}/rows?filter=${filter}`, "rows");
    return rows.some(({ id }) => id === row);
  });
  const { body } = await call("GET", `commerce/invoices/${invoice}`);
  assert.equal((body as { contact_id: string }).contact_id, target);
  const late = await made("commerce/invoices", {
    contact_id: target,
    currency: "EUR",
    line_items: [{ description: "More", unit_amount: 1000 }],
  });
  assert.deepEqual(new Set(await ids("commerce/invoices", "invoices")), new Set([invoice, late]));

  const upserted = await call("POST", "contacts:upsert", {
    email: "A.Lovelace@merge.test",
    company: "Engines",
  });
  assert.deepEqual([upserted.status, (upserted.body as { id: string }).id], [200, target]);
});
