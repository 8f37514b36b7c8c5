import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withClient } from "@jst/testing";
import { arrives, objectOf, producing, prefixOf } from "./testing/producing.ts";

test("a transaction that commits late is not passed, and its event comes in its place", async () => {
  const { write, arrived, start, consume, sql } = await producing(prefixOf());
  consume();
  start();
  await write("first");
  await arrives("the first event arrives", () => arrived.length === 1);
  const { promise: hold, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const late = write("late", () => {
    begin(undefined);
    return hold;
  });
  await begun;
  await write("later");
  // A relay that reads on would have sent it; one that waits has looked for what it waits for, twice since.
  const seen = new Set<string>();
  await until("the relay has looked", 30_000, async () => {
    const looks = await sql<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where datname = current_database() and application_name = 'crm_relay' and query like 'select id from outbox%'`,
    );
    for (const { at } of looks) seen.add(at);
    return seen.size > 2 || arrived.length > 1 ? true : undefined;
  });
  release(undefined);
  await late;
  await arrives("all arrive", () => arrived.length >= 3);
  assert.deepEqual(arrived.map(objectOf), ["first", "later", "late"], "as they were stored");
});

test("an event goes out before one that was stored after it by an older transaction, also while others run", async () => {
  const { write, arrived, start, consume } = await producing(prefixOf());
  consume();
  /** A transaction that has its id and stores its event once it is told to. */
  const waiting = async (id: string) => {
    const { promise: hold, resolve: release } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const written = write(id, () => {
      begin(undefined);
      return hold;
    });
    await begun;
    return async () => {
      release(undefined);
      await written;
    };
  };
  const endSecond = await waiting("second");
  const endThird = await waiting("third");
  await write("first");
  await endSecond();
  start();
  await arrives("what was stored arrives while an older one runs", () => arrived.length >= 2);
  assert.deepEqual(arrived.map(objectOf), ["first", "second"]);
  await endThird();
  await arrives("all have arrived", () => arrived.map(objectOf).includes("third"));
  assert.deepEqual([...new Set(arrived.map(objectOf))], ["first", "second", "third"]);
});

test("an event arrives with its id, type, team, time, trace and the bytes it was stored with", async () => {
  const { test, teamId, write, arrived, start, consume } = await producing(prefixOf());
  consume();
  start();
  await write("räksmörgås ☃");
  await arrives("it arrives", () => arrived.length === 1);
  const stored = await withClient(test.superuserUrl, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select team_id as "teamId", id, type, payload::text as payload,
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "storedAt" from crm.outbox`,
    );
    return rows[0];
  });
  const { traceparent, ...event } = arrived[0] ?? assert.fail();
  assert.deepEqual(event, { ...stored });
  assert.equal(event.teamId, teamId);
  assert.ok(traceparent === undefined || traceparent.length === 55);
});

test("of two relays one works; when its connection is cut or it stops, all goes on without a loss", async () => {
  const { test, write, arrived, start, consume } = await producing(prefixOf());
  consume();
  const relays = [start(), start()];
  const holders = () =>
    withClient(test.superuserUrl, async (client) => {
      const text = `select pid from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name = 'crm_relay'
          and pg_stat_activity.datname = current_database()`;
      return (await client.query<{ pid: number }>(text)).rows;
    });
  for (let n = 0; n < 20; n += 1) await write(`a${n}`);
  await arrives("they arrive", () => arrived.length >= 20);
  const [holder, ...others] = await holders();
  assert.ok(holder);
  assert.deepEqual(others, []);
  const writing = (async () => {
    for (let n = 0; n < 40; n += 1) await write(`b${n}`);
  })();
  await withClient(test.superuserUrl, (client) =>
    client.query("select pg_terminate_backend($1)", [holder.pid]),
  );
  await writing;
  await relays[0]?.stop();
  for (let n = 0; n < 20; n += 1) await write(`c${n}`);
  await arrives("all have arrived", () => new Set(arrived.map(objectOf)).size === 80);
});

test("events of 250 KiB each pass, more of them than the broker takes at once", async () => {
  const { write, arrived, start, consume } = await producing(prefixOf());
  consume();
  for (let n = 0; n < 12; n += 1) await write(`e${n}`, undefined, "x".repeat(250 * 1024));
  start();
  await arrives("they arrive", () => arrived.length >= 12);
  assert.deepEqual(
    arrived.map(objectOf),
    Array.from({ length: 12 }, (_, n) => `e${n}`),
  );
});

test("the relay's role reads the outbox of all teams, can neither change it nor remove what is young, and reads nothing else", async () => {
  const { test, write } = await producing(prefixOf());
  await write("one");
  await withClient(test.urlOf("crm_relay"), async (client) => {
    assert.equal((await client.query("select from outbox")).rowCount, 1);
    const refused = ["select from notes", "update outbox set type = 'x'", "truncate outbox"];
    // Nothing here is a week old.
    assert.equal((await client.query("delete from outbox")).rowCount, 0);
    for (const text of [
      ...refused,
      "insert into outbox (team_id, id, type, payload) values (uuidv7(), uuidv7(), 'x', '{}')",
    ]) {
      await assert.rejects(client.query(text), { code: "42501" }, text);
    }
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain (costs off) select id from outbox o
       where (o.xid, o.seq) > ('1'::xid8, 1) and o.xid < '9'::xid8 order by o.xid, o.seq limit 200`,
    );
    assert.match(rows.map((row) => row["QUERY PLAN"]).join(" "), /Index Cond: \(\(ROW\(xid, seq\)/);
  });
});
