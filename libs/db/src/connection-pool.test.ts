import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, testDatabase, withClient } from "@jst/testing";
import { ConnectionPool } from "./connection-pool.ts";

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

test("whoever waits longest is served first", async () => {
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

test("one that comes too late is refused, and the connection it waited for serves the next", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  await assert.rejects(pool.borrow(1), { code: "unavailable" });
  const waiting = pidOf();
  for (const connection of held) connection.release();
  assert.equal(typeof (await waiting), "number");
  assert.equal(typeof (await pidOf()), "number");
});

test("a connection that breaks at rest is replaced, and so are those that borrowers report as broken", async () => {
  const first = await pidOf();
  await end(first);
  assert.notEqual(await pidOf(), first);
  for (let n = 0; n < 4; n += 1) (await pool.borrow(5_000)).release(false);
  assert.equal(typeof (await pidOf()), "number");
});

test("whoever waits while connections break gets a new one", async () => {
  const held = [await pool.borrow(5_000), await pool.borrow(5_000)];
  const waiting = [pidOf(), pidOf(), pidOf()];
  for (const connection of held) connection.release(false);
  for (const pid of await Promise.all(waiting)) assert.equal(typeof pid, "number");
});

test("while the server opens no connection, those that are open serve everybody", async () => {
  const { username } = new URL(url);
  const limit = (count: number) =>
    withClient(superuserUrl, (client) => client.query(`alter role ${username} connection limit ${count}`));
  const served = new ConnectionPool({ connectionString: url, poolSize: 5, applicationName: "refused" });
  const held = await served.borrow(5_000);
  await limit(0);
  try {
    const work = Array.from({ length: 4 }, async () => (await served.borrow(5_000)).release());
    held.release();
    await Promise.all(work);
  } finally {
    await limit(-1);
    await served.close();
  }
});
