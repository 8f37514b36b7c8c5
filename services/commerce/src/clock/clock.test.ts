import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { createLogger } from "@jst/telemetry";
import { until, withClient } from "@jst/testing";
import { testClock } from "../testing/test-clock.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, inDays, subscriptionsOf } from "../testing/test-documents.ts";
import type { Subscription } from "../../gen/rpc.ts";
import { startCommerceClock } from "./clock.ts";

const commerce = await testCommerce();
const { door, sql, set, rewrite, database: own } = commerce;
const { connectionString, database, teams, providers, run, runAt, teamAt } = await testClock(commerce);
const { list, pay, declareVoid, giveUp } = invoicesOf(door);
const { subscribed, cancel, getSubscription, invoicesFor } = subscriptionsOf(door);

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
  const audited = rows
    .filter(({ type, payload }) => type === "audit" && payload["resource"] !== "config")
    .map(({ payload }) => payload);
  assert.deepEqual(
    audited.map((entry) => [entry["action"], entry["resource"], entry["resource_id"], entry["actor_type"]]),
    [
      ["create", "invoices", invoice?.id, "system"],
      ["update", "subscriptions", id, "system"],
    ],
  );
  for (const { changeset_id: changeset } of audited) assert.match(String(changeset), /^commerce_/);
  const doors = await sql(
    "select distinct door from commerce.changes where team_id = $1 and actor_type = 'system' and resource = 'invoices'",
    [caller.team_id],
  );
  assert.deepEqual(doors, [{ door: "system" }]);
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
  const caller = inTeam();
  const { id } = await subscribed(caller, { interval: "day", start_at: inDays(-3) });
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.clock", inDays(1));
  await sql("update commerce.settings set value = $2 where team_id = $1 and key = 'commerce.clock'", [
    caller.team_id,
    inDays(-2.5),
  ]);
  await sql("update commerce.subscription_dues set due_at = $2 where subscription_id = $1", [id, inDays(-2)]);
  await run();
  assert.equal((await invoicesFor(caller, id)).length, 1);
  await runAt(caller, inDays(0.1));
  assert.equal((await invoicesFor(caller, id)).length, 4);
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
  const clocks = [1, 2].map(() =>
    startCommerceClock({ connectionString, database, teams, providers, logger }),
  );
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

test("a team that moves to another zone moves neither periods nor the due date of what is finalized", async () => {
  const caller = await teamAt("2031-01-31T23:30:00.000Z");
  const before = await subscribed(caller, { days_until_due: 0 });
  const [first] = await invoicesFor(caller, before.id);
  teams.told.set(caller.team_id, { timezone: "Pacific/Kiritimati" });
  const moved = inTeam(caller, "Pacific/Kiritimati");
  await runAt(caller, "2031-02-28T23:30:00.000Z");
  const [same, second] = await invoicesFor(moved, before.id);
  assert.deepEqual(
    [same?.due_date, same?.issued_on, same?.period],
    [first?.due_date, first?.issued_on, first?.period],
  );
  assert.deepEqual([second?.period?.start, second?.due_date], ["2031-02-28T23:30:00.000Z", "2031-03-01"]);
  const { body } = await getSubscription(moved, before.id);
  assert.deepEqual(
    [body.billing_anchor, body.current_period_end],
    [before.billing_anchor, "2031-03-31T23:30:00.000Z"],
  );
});

/** A team whose provider charges; what is to be charged waits for the clock. */
async function charged(): Promise<[Caller, Subscription]> {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.provider", "test");
  return [caller, await subscribed(caller, { collection_method: "charge_automatically" })];
}

test("what waits for its first payment is over when that invoice is void or given up, and is not charged", async () => {
  for (const end of [declareVoid, giveUp]) {
    const [caller, { id, status, latest_invoice_id: invoice }] = await charged();
    assert.equal(status, "incomplete");
    assert.equal((await end(caller, invoice ?? "")).status, 200);
    assert.equal((await getSubscription(caller, id)).body.status, "incomplete_expired");
    assert.deepEqual(await run(), []);
    const [last, ...more] = await invoicesFor(caller, id);
    assert.deepEqual([last?.payment, more], [null, []]);
  }
  const [caller, { id }] = await charged();
  await run();
  assert.equal((await getSubscription(caller, id)).body.status, "active");
});

test("canceled while it waits for its first payment, nothing is charged", async () => {
  const [caller, { id }] = await charged();
  assert.equal((await cancel(caller, id)).body.status, "canceled");
  await run();
  const [invoice] = await invoicesFor(caller, id);
  assert.deepEqual([invoice?.status, invoice?.payment], ["open", null]);
});
