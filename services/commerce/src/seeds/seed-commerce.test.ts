import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Invoice } from "../../gen/rpc.ts";
import { buyerId, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-documents.ts";
import { buyerExamples } from "./make-examples.ts";

const { door, teams } = await testCommerce();
const { list } = invoicesOf(door);

test("seeded by five at once and again, a team has one of each state, with numbers that have no gap, once", async () => {
  const caller = inTeam();
  const seed = () => door.operate("SeedCommerce", { team_id: caller.team_id });
  const runs = await Promise.all(Array.from({ length: 5 }, seed));
  const { status, body } = await seed();
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(Object.keys(body).sort(), [
    "checkouts",
    "contacts",
    "invoices",
    "quotes",
    "subscriptions",
  ]);
  for (const run of runs) assert.deepEqual(run.body, body);
  assert.deepEqual(
    body.contacts,
    buyerExamples.map(({ email }) => buyerId(email)),
  );
  const invoices = (await list(caller, "sort=number:asc")).body.invoices as Invoice[];
  const numbers = invoices.flatMap(({ number }) => number ?? []);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => `INV-${String(at + 1).padStart(6, "0")}`),
  );
  const states = new Set(invoices.map((invoice) => invoice.status));
  assert.deepEqual([...states].sort(), ["draft", "open", "paid", "uncollectible", "void"]);
  const ofSubscriptions = invoices.filter(({ source }) => source.type === "subscription");
  const others = invoices.filter(({ source }) => source.type !== "subscription").map(({ id }) => id);
  assert.deepEqual([ofSubscriptions.length, [...(body.invoices as string[])].sort()], [1, others.sort()]);
  const statesOf = async (rpc: string, plural: string) => {
    const found = (await door.call(rpc, { caller })).body[plural] as { id: string; status: string }[];
    assert.deepEqual(found.map(({ id }) => id).sort(), [...(body[plural] as string[])].sort());
    return found.map((one) => one.status).sort();
  };
  const quotes = ["accepted", "canceled", "declined", "draft", "open"];
  assert.deepEqual(await statesOf("ListQuotes", "quotes"), quotes);
  assert.deepEqual(await statesOf("ListCheckouts", "checkouts"), ["complete", "expired", "open"]);
  assert.deepEqual(await statesOf("ListSubscriptions", "subscriptions"), ["active", "trialing"]);
});

test("a team that is not there is not seeded", async () => {
  const team_id = randomUUID();
  teams.set(team_id, undefined);
  assert.equal((await door.operate("SeedCommerce", { team_id })).status, 404);
});
