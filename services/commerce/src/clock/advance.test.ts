import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testClock } from "../testing/test-clock.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line, subscriptionsOf } from "../testing/test-documents.ts";

const commerce = await testCommerce();
const { door, sql, set } = commerce;
const { teams, run, runAt, teamAt } = await testClock(commerce);
const { get, pay, declareVoid, giveUp } = invoicesOf(door);
const { subscribed, subscribe, getSubscription, cancel, statusOf, invoicesFor } = subscriptionsOf(door);

const days = (time: string, count: number) => new Date(Date.parse(time) + count * 86_400_000).toISOString();

test("what is pending begins at its start, a trial ends at its anchor, and only then is there an invoice", async () => {
  const start = "2031-03-01T00:00:00.000Z";
  const caller = await teamAt("2031-02-01T00:00:00.000Z");
  const { id } = await subscribed(caller, { start_at: start, trial_days: 10 });
  const plain = await subscribed(caller, { start_at: start });
  await runAt(caller, "2031-02-28T23:59:59.999Z");
  assert.deepEqual([await statusOf(caller, id), await statusOf(caller, plain.id)], ["pending", "pending"]);
  await runAt(caller, start);
  const { body: trial } = await getSubscription(caller, id);
  assert.deepEqual(
    [trial.status, trial.current_period_start, trial.current_period_end],
    ["trialing", start, days(start, 10)],
  );
  assert.deepEqual([await statusOf(caller, plain.id), (await invoicesFor(caller, id)).length], ["active", 0]);
  assert.equal((await invoicesFor(caller, plain.id)).length, 1);
  await runAt(caller, days(start, 10));
  const [invoice] = await invoicesFor(caller, id);
  assert.deepEqual([await statusOf(caller, id), invoice?.period?.start], ["active", days(start, 10)]);
});

test("a subscription from a local first is billed on each local first, and a later zone of the team changes nothing", async () => {
  const { team, ...caller } = await teamAt("2027-02-01T00:00:00.000Z");
  const inZone = (timezone: string) => ({ ...caller, team: { ...team, timezone } });
  const start_at = "2027-03-01T00:00:00+01:00";
  const own = await subscribed(inZone("UTC"), { start_at, timezone: "Europe/Berlin" });
  const teams = await subscribed(inZone("Europe/Berlin"), { start_at });
  assert.deepEqual([own.timezone, teams.timezone], ["Europe/Berlin", "Europe/Berlin"]);
  await runAt(inZone("America/Los_Angeles"), "2027-07-31T12:00:00.000Z");
  for (const { id } of [own, teams])
    assert.deepEqual(
      (await invoicesFor(inZone("UTC"), id)).map(({ period }) => period?.start),
      ["02-28T23", "03-31T22", "04-30T22", "05-31T22", "06-30T22"].map((hour) => `2027-${hour}:00:00.000Z`),
    );
});

test("open past its due date it is past due, thirty days later unpaid, and makes no invoice then; paid it is active", async () => {
  const caller = await teamAt("2031-01-01T12:00:00.000Z");
  const { id, latest_invoice_id: first } = await subscribed(caller, { interval: "year", days_until_due: 3 });
  for (const [time, status] of [
    ["2031-01-04T23:59:59.999Z", "active"],
    ["2031-01-05T00:00:00.000Z", "past_due"],
    ["2031-02-03T23:59:59.999Z", "past_due"],
    ["2031-02-04T00:00:00.000Z", "unpaid"],
    ["2033-06-01T00:00:00.000Z", "unpaid"],
  ] as const) {
    await runAt(caller, time);
    assert.equal(await statusOf(caller, id), status, time);
  }
  const { body: unpaid } = await getSubscription(caller, id);
  assert.equal(unpaid.current_period_start, "2033-01-01T12:00:00.000Z");
  assert.equal((await invoicesFor(caller, id)).length, 1);
  assert.equal((await pay(caller, first ?? "")).status, 200);
  assert.equal(await statusOf(caller, id), "active");
  await runAt(caller, "2034-01-01T12:00:00.000Z");
  const invoices = await invoicesFor(caller, id);
  assert.deepEqual(
    invoices.map(({ period }) => period?.start),
    ["2031-01-01T12:00:00.000Z", "2034-01-01T12:00:00.000Z"],
  );
});

for (const [name, settle] of Object.entries({ pay, declareVoid, giveUp }))
  test(`a subscription is active again when the last of its late invoices is settled: ${name}`, async () => {
    const caller = await teamAt("2031-01-01T00:00:00.000Z");
    const { id } = await subscribed(caller, { days_until_due: 0 });
    await runAt(caller, "2031-02-15T00:00:00.000Z");
    const [first, second] = await invoicesFor(caller, id);
    await runAt(caller, "2031-02-16T00:00:00.000Z");
    const before = await statusOf(caller, id);
    assert.ok(["past_due", "unpaid"].includes(before), before);
    await settle(caller, first?.id ?? "");
    assert.equal(await statusOf(caller, id), "past_due");
    await settle(caller, second?.id ?? "");
    assert.equal(await statusOf(caller, id), "active");
  });

test("a due date is over at the end of its day where the team is", async () => {
  const caller = inTeam();
  teams.told.set(caller.team_id, { timezone: "Pacific/Auckland" });
  const there: Caller = { ...caller, team: { ...caller.team, timezone: "Pacific/Auckland" } };
  await runAt(there, "2031-06-01T00:00:00.000Z");
  const { id } = await subscribed(there, { interval: "year", days_until_due: 1 });
  await runAt(there, "2031-06-02T11:59:59.999Z");
  assert.equal(await statusOf(there, id), "active");
  await runAt(there, "2031-06-02T12:00:00.000Z");
  assert.equal(await statusOf(there, id), "past_due");
});

test("canceled at the end of its period it ends then, and has no later invoice; an end that was given too", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  const { id, current_period_end: at } = await subscribed(caller);
  await cancel(caller, id, { at: "period_end" });
  const given = await subscribed(caller, { cancel_at: "2031-03-15T00:00:00.000Z" });
  const trial = await subscribed(caller, { trial_days: 20, cancel_at: "2031-01-10T00:00:00.000Z" });
  await runAt(caller, days(at ?? "", -1));
  assert.deepEqual([await statusOf(caller, id), await statusOf(caller, trial.id)], ["active", "canceled"]);
  await runAt(caller, "2031-12-31T00:00:00.000Z");
  for (const [one, count] of [
    [id, 1],
    [given.id, 3],
    [trial.id, 0],
  ] as const) {
    const { body } = await getSubscription(caller, one);
    assert.deepEqual([body.status, (await invoicesFor(caller, one)).length], ["canceled", count]);
    assert.notEqual(body.canceled_at, null);
  }
});

test("what is charged automatically is incomplete until it is paid, and each later period is paid too", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  await set(caller, "commerce.provider", "test");
  const {
    id,
    status,
    latest_invoice_id: first,
    days_until_due,
  } = await subscribed(caller, {
    collection_method: "charge_automatically",
  });
  assert.deepEqual(
    [status, days_until_due, (await get(caller, first ?? "")).body.status],
    ["incomplete", null, "open"],
  );
  await run();
  const { body: paid } = await get(caller, first ?? "");
  assert.deepEqual(
    [await statusOf(caller, id), paid.status, paid.payment.provider],
    ["active", "paid", "test"],
  );
  await runAt(caller, "2031-03-20T00:00:00.000Z");
  const invoices = await invoicesFor(caller, id);
  assert.deepEqual(
    invoices.map((one) => one.status),
    ["paid", "paid", "paid"],
  );
  const told = await sql<{ id: string }>(
    "select payload->'data'->'object'->>'id' as id from commerce.outbox where team_id = $1 and type = 'invoice.paid'",
    [caller.team_id],
  );
  assert.deepEqual(told.map((one) => one.id).sort(), invoices.map((one) => one.id).sort());
});

test("what is never paid is over after 23 hours, and its invoice void", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  await set(caller, "commerce.provider", "test");
  const { id, latest_invoice_id: first } = await subscribed(caller, {
    collection_method: "charge_automatically",
  });
  await set(caller, "commerce.provider", "manual");
  await runAt(caller, "2031-01-01T22:59:59.999Z");
  assert.equal(await statusOf(caller, id), "incomplete");
  await runAt(caller, "2031-01-01T23:00:01.000Z");
  assert.equal(await statusOf(caller, id), "incomplete_expired");
  assert.equal((await get(caller, first ?? "")).body.status, "void");
  assert.equal((await cancel(caller, id)).status, 409);
});

test("of nothing there is nothing to charge", async () => {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.provider", "test");
  const { body } = await subscribe(caller, { items: [line(0)], collection_method: "charge_automatically" });
  assert.equal(body.status, "active");
});
