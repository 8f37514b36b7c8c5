import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { createLogger } from "@jst/telemetry";
import { until, withClient } from "@jst/testing";
import type { Invoice, Subscription } from "../../gen/rpc.ts";
import { testClock } from "../testing/test-clock.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line } from "../testing/test-invoices.ts";
import { inDays, subscriptionsOf } from "../testing/test-subscriptions.ts";
import { startClock } from "./clock.ts";

const commerce = await testCommerce();
const { door, sql, set, rewrite, database: own } = commerce;
const { connectionString, database, teams, run, runAt } = await testClock(commerce);
const { get, list, pay, declareVoid, giveUp } = invoicesOf(door);
const { subscribed, subscribe, getSubscription, cancel } = subscriptionsOf(door);

const statusOf = async (caller: Caller, id: string) =>
  ((await getSubscription(caller, id)).body as Subscription).status;

/** Invoices of a subscription, in the order of their numbers. */
async function invoicesFor(caller: Caller, id: string): Promise<Invoice[]> {
  const { body } = await list(caller, `source_id=${id}&sort=number:asc&limit=500`);
  return body.invoices as Invoice[];
}

/** A team whose clock stands at this time. */
async function teamAt(time: string): Promise<Caller> {
  const caller = inTeam();
  await runAt(caller, time);
  return caller;
}

const days = (time: string, count: number) => new Date(Date.parse(time) + count * 86_400_000).toISOString();

test("after a standstill of a year each missed period has one invoice, in order, due from its finalizing", async () => {
  const caller = await teamAt("2031-01-31T10:00:00.000Z");
  const { id } = await subscribed(caller, { days_until_due: 14, memo: "Club" });
  await runAt(caller, "2032-01-31T09:59:59.999Z");
  const invoices = await invoicesFor(caller, id);
  const starts = [
    ...["2031-01-31", "2031-02-28", "2031-03-31", "2031-04-30", "2031-05-31", "2031-06-30"],
    ...["2031-07-31", "2031-08-31", "2031-09-30", "2031-10-31", "2031-11-30", "2031-12-31"],
  ].map((date) => `${date}T10:00:00.000Z`);
  assert.deepEqual(
    invoices.map(({ number, period, status, memo }) => [number, period?.start, period?.end, status, memo]),
    starts.map((start, at) => [
      `INV-${String(at + 1).padStart(6, "0")}`,
      start,
      starts[at + 1] ?? "2032-01-31T10:00:00.000Z",
      "open",
      "Club",
    ]),
  );
  assert.deepEqual(new Set(invoices.slice(1).map(({ due_date }) => due_date)), new Set(["2032-02-14"]));
  const { body } = await getSubscription(caller, id);
  assert.deepEqual(
    [body.current_period_start, body.current_period_end, body.latest_invoice_id],
    [starts[11], "2032-01-31T10:00:00.000Z", invoices[11]?.id],
  );
  assert.deepEqual(invoices[11]?.created_by, { type: "system", id: null });
  await run();
  assert.equal((await invoicesFor(caller, id)).length, 12);
});

test("what the clock does is told, audited and a changeset, as the platform's", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  const { id } = await subscribed(caller);
  const [last] = await sql<{ seq: string }>("select max(seq) as seq from commerce.outbox", []);
  await runAt(caller, "2031-02-01T00:00:00.000Z");
  const [, invoice] = await invoicesFor(caller, id);
  const rows = await sql<{ type: string; payload: Record<string, unknown> }>(
    "select type, payload from commerce.outbox where team_id = $1 and seq > $2 order by seq",
    [caller.team_id, last?.seq],
  );
  const [event] = rows.filter(({ type }) => type === "invoice.created");
  assert.deepEqual(event?.payload["actor"], { type: "system", id: null });
  const audited = rows.filter(({ type }) => type === "audit").map(({ payload }) => payload);
  assert.deepEqual(
    audited.map((entry) => [entry["action"], entry["resource"], entry["resource_id"], entry["actor_type"]]),
    [
      ["create", "invoices", invoice?.id, "system"],
      ["update", "subscriptions", id, "system"],
    ],
  );
  for (const { changeset_id: changeset } of audited) assert.match(String(changeset), /^commerce_/);
});

test("a start in the past is caught up with, 1,000 periods too, and never twice", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller, { interval: "day", start_at: inDays(-999.5) });
  assert.deepEqual(await run(), []);
  const [found] = await sql<{ count: number; starts: number }>(
    `select count(*)::int, count(distinct period_start)::int as starts from commerce.invoices where source_id = $1`,
    [id],
  );
  assert.deepEqual(found, { count: 1000, starts: 1000 });
  const [order] = await sql<{ in_order: boolean }>(
    `select bool_and(before < number) as in_order from (
  select number, lag(number, 1, '') over (order by period_start) as before from commerce.invoices where source_id = $1
) s`,
    [id],
  );
  assert.equal(order?.in_order, true);
});

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

test("while the module is off the clock stands still, and makes up for it when it is on; a team that is gone has none", async () => {
  const [off, gone] = [await teamAt("2031-01-01T00:00:00.000Z"), await teamAt("2031-01-01T00:00:00.000Z")];
  const [one, other] = [await subscribed(off), await subscribed(gone)];
  teams.told.set(off.team_id, { modules: [] });
  teams.told.set(gone.team_id, undefined);
  await runAt(off, "2031-03-15T00:00:00.000Z");
  await runAt(gone, "2031-03-15T00:00:00.000Z");
  assert.equal((await invoicesFor(off, one.id)).length, 1);
  assert.equal((await invoicesFor(gone, other.id)).length, 1);
  teams.told.delete(off.team_id);
  await run();
  assert.equal((await invoicesFor(off, one.id)).length, 3);
});

test("a test clock stands: what is due by the real time waits for it", async () => {
  const caller = await teamAt(inDays(1));
  const { id } = await subscribed(caller);
  await run();
  assert.equal((await invoicesFor(caller, id)).length, 1);
});

test("one that cannot be taken on is reported, and keeps back neither its team's nor others'", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  const [bad, good] = [await subscribed(caller), await subscribed(caller)];
  const refuse = (text: string) => withClient(own.superuserUrl, (client) => client.query(text));
  await refuse(`create function public.refuse_period() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
create trigger a_refused before insert on commerce.invoices for each row
  when (new.source_id = '${bad.id}') execute function public.refuse_period()`);
  await runAt(caller, "2031-02-01T00:00:00.000Z").then((failed) => {
    assert.ok(failed.includes(caller.team_id));
  });
  assert.equal((await invoicesFor(caller, good.id)).length, 2);
  await refuse("drop trigger a_refused on commerce.invoices");
  assert.deepEqual(await run(), []);
  assert.equal((await invoicesFor(caller, bad.id)).length, 2);
});

test("of two processes one acts at a time, within its time: a period has one invoice", async (context) => {
  const caller = inTeam();
  const ids = [];
  for (let count = 0; count < 20; count++) ids.push((await subscribed(caller, { interval: "day" })).id);
  const logger = createLogger("test", "error");
  const clocks = [1, 2].map(() => startClock({ connectionString, database, teams, logger }));
  const stop = () => Promise.all(clocks.map((clock) => clock.stop()));
  context.after(stop);
  await runAtAll(caller, ids);
  const done = await until("every period is invoiced", 30_000, async () => {
    const [row] = await sql<{ count: number; periods: number }>(
      `select count(*)::int, count(distinct (source_id, period_start))::int as periods
from commerce.invoices where team_id = $1`,
      [caller.team_id],
    );
    return row !== undefined && row.count >= 20 * 31 ? row : undefined;
  });
  await stop();
  await run();
  assert.deepEqual(done, { count: 620, periods: 620 });
  assert.equal((await list(caller, "limit=500")).body.invoices.length, 500);
});

/** Has the subscriptions begun thirty days ago. */
const runAtAll = (caller: Caller, ids: readonly string[]) =>
  rewrite(
    `with moved as (update commerce.subscriptions set billing_anchor = billing_anchor - interval '30 days', next_period = 0
  where team_id = $1 and id = any($2) returning team_id, id),
freed as (delete from commerce.invoices where team_id = $1),
counted as (delete from commerce.counters where team_id = $1)
insert into commerce.subscription_dues select team_id, id, now() from moved
on conflict (team_id, subscription_id) do update set due_at = excluded.due_at`,
    [caller.team_id, ids],
  );

test("a payment and the clock at once leave one state, and no deadlock", async () => {
  const caller = await teamAt("2031-01-01T00:00:00.000Z");
  const made = [];
  for (let count = 0; count < 10; count++) made.push(await subscribed(caller, { days_until_due: 0 }));
  await set(caller, "commerce.clock", "2031-03-01T00:00:00.000Z");
  const [failed, ...replies] = await Promise.all([
    run(),
    ...made.map(({ latest_invoice_id: id }) => pay(caller, id ?? randomUUID())),
  ]);
  assert.deepEqual([failed, replies.map(({ status }) => status)], [[], made.map(() => 200)]);
  await run();
  for (const { id } of made) assert.equal((await invoicesFor(caller, id)).length, 3);
});
