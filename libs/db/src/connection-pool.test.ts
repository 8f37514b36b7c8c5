import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, testDatabase, until, withClient } from "@jst/testing";
import { ConnectionPool, type Borrowed } from "./connection-pool.ts";

const { url, superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });
const pool = new ConnectionPool({ connectionString: url, poolSize: 2, applicationName: "lent" });
after(() => pool.close());

const backend = { text: "select pg_backend_pid() as pid", values: [] };
const pidOf = async (): Promise<unknown> => {
  const connection = await pool.borrow(5_000);
  try {
    return (await connection.send([backend], 5_000))[0]?.rows[0]?.["pid"];
  } finally {
    connection.release();
  }
};
const end = (pid: unknown) =>
  withClient(superuserUrl, async (client) => {
    await client.query("select pg_terminate_backend($1)", [pid]);
    const alive = "select from pg_stat_activity where pid = $1";
    while ((await client.query(alive, [pid])).rowCount !== 0);
  });

test("more work than connections is done on no more connections than allowed", async () => {
  const pids = await Promise.all(Array.from({ length: 50 }, pidOf));
  assert.ok(new Set(pids).size <= 2);
});

test("the longest waiter is served first", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  const served: number[] = [];
  const waiting = [1, 2, 3, 4, 5].map(async (n) => {
    const connection = await pool.borrow(5_000);
    served.push(n);
    connection.release();
  });
  for (const connection of held) connection.release();
  await Promise.all(waiting);
  assert.deepEqual(served, [1, 2, 3, 4, 5]);
});

test("a name has one text on all connections: another under it is refused wherever it is sent", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  const named = (text: string) => [{ name: "one_text", text, values: [] }];
  await held[0]?.send(named("select 1"), 5_000);
  const message = "Two statements share the name one_text.";
  for (const connection of held) await assert.rejects(connection.send(named("select 2"), 5_000), { message });
  await held[1]?.send(named("select 1"), 5_000);
  for (const connection of held) connection.release();
});

test("one that comes too late is refused, and the connection it waited for serves the next", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  await assert.rejects(pool.borrow(1), { code: "unavailable" });
  const waiting = pidOf();
  for (const connection of held) connection.release();
  assert.equal(typeof (await waiting), "number");
  assert.equal(typeof (await pidOf()), "number");
});

test("one whose caller has gone away waits no longer, and the connection it waited for serves the next", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  const caller = new AbortController();
  const departure = () => caller.signal;
  const left = assert.rejects(pool.borrow(60_000, "t", departure), { code: "unavailable" });
  const waiting = pidOf();
  caller.abort();
  await left;
  await assert.rejects(pool.borrow(60_000, "t", departure), { code: "unavailable" });
  for (const connection of held) connection.release();
  assert.equal(typeof (await waiting), "number");
});

test("a connection that breaks at rest is replaced, and so are those that borrowers report as broken", async () => {
  const first = await pidOf();
  await end(first);
  assert.notEqual(await pidOf(), first);
  for (let n = 0; n < 4; n += 1) (await pool.borrow(5_000)).release(false);
  assert.equal(typeof (await pidOf()), "number");
});

test("a waiter gets a new connection while others break", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  const waiting = [pidOf(), pidOf(), pidOf()];
  for (const connection of held) connection.release(false);
  for (const pid of await Promise.all(waiting)) assert.equal(typeof pid, "number");
});

/** Does the work while the server lets nobody open a connection to this database; its roles are those of all others. */
async function whileRefused(work: () => Promise<unknown>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const limit = (count: number) =>
    withClient(superuserUrl, (client) => client.query(`alter database ${name} connection limit ${count}`));
  await limit(0);
  try {
    await work();
  } finally {
    await limit(-1);
  }
}

test("while the server opens no connection, those that are open serve everybody", async () => {
  const served = new ConnectionPool({ connectionString: url, poolSize: 5, applicationName: "refused" });
  const held = await served.borrow(5_000);
  await whileRefused(async () => {
    const work = Array.from({ length: 4 }, async () => (await served.borrow(5_000)).release());
    held.release();
    await Promise.all(work);
  });
  await served.close();
});

test("a waiter for a new connection gets one that is returned sooner", async () => {
  const served = new ConnectionPool({ connectionString: url, poolSize: 2, applicationName: "sooner" });
  const held = await served.borrow(5_000);
  const pid = async (connection: Borrowed) => (await connection.send([backend], 5_000))[0]?.rows[0]?.["pid"];
  const waiting = served.borrow(5_000);
  const heldPid = pid(held);
  held.release();
  const given = await waiting;
  assert.equal(await pid(given), await heldPid);
  given.release();
  await served.close();
});

test("a pool that nobody has asked for long keeps one connection, and answers while the server opens none", async () => {
  const rested = new ConnectionPool({ connectionString: url, poolSize: 3, applicationName: "rested" });
  const borrowed = await Promise.all([1, 2, 3].map(() => rested.borrow(5_000)));
  for (const connection of borrowed) connection.release();
  await withClient(superuserUrl, async (client) => {
    const open = "select count(*)::int as count from pg_stat_activity where application_name = 'rested'";
    const isOne = async () => (await client.query<{ count: number }>(open)).rows[0]?.count === 1 || undefined;
    await until("one is left", 60_000, isOne);
  });
  await whileRefused(async () => (await rested.borrow(5_000)).release());
  await rested.close();
});
