import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { notesMigrations, PostgresProxy, teamContext, testDatabase, withClient } from "@jst/testing";
import { Database, type Statement, type TeamTx } from "./index.ts";

const { url, superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });
const proxy = await PostgresProxy.to(url);
const open = (connectionString: string) =>
  new Database({ connectionString, poolSize: 1, applicationName: "faults", changesetPrefix: "crm" });
const database = open(proxy.url);
const direct = open(url);
after(async () => {
  await database.close();
  await direct.close();
  await proxy.close();
});
afterEach(() => {
  proxy.judge = () => "pass";
});

const insertNote: Statement = {
  name: "insert",
  text: "insert into notes (title) values ('a') returning id",
  values: [],
};
const insertOther: Statement = { name: "other", text: "insert into notes (title) values ('b')", values: [] };
const titles: Statement = { name: "titles", text: "select title from notes order by title", values: [] };
const titlesOf = async (context: ReturnType<typeof teamContext>) =>
  (await direct.read(context, titles)).map(({ title }) => title);
// "commit" as a named statement is parsed once per connection and bound by its name ever after.
const isCommit = ({ type, body }: { type: string; body: string }) =>
  type === "B" && body.includes("jst_commit");

test("a read is one round trip, a write of one statement two, an event in it none", async () => {
  const context = teamContext();
  const read = () => database.read(context, titles);
  await read();
  assert.equal(await proxy.roundTripsOf(read), 1);
  const write = () => database.write(teamContext(), (tx) => tx.query(insertNote));
  await write();
  assert.equal(await proxy.roundTripsOf(write), 2);
  const withDeferred = async (tx: TeamTx) => {
    await tx.query(insertNote);
    tx.defer(insertOther);
  };
  assert.equal(await proxy.roundTripsOf(() => database.write(teamContext(), withDeferred)), 2);
  const onlyDeferred = (tx: TeamTx) => {
    tx.defer(insertOther);
    return Promise.resolve();
  };
  assert.equal(await proxy.roundTripsOf(() => database.write(teamContext(), onlyDeferred)), 1);
  assert.equal(await proxy.roundTripsOf(() => database.write(teamContext(), () => Promise.resolve())), 0);
  const atOnce = (tx: TeamTx) => tx.last(insertNote);
  assert.equal(await proxy.roundTripsOf(() => database.write(teamContext(), atOnce)), 1);
});

test("a read whose connection is lost is unavailable, and the next one works", async () => {
  proxy.judge = ({ type }) => (type === "S" ? "cut after answer" : "pass");
  await assert.rejects(database.read(teamContext(), titles), { code: "unavailable" });
  proxy.judge = () => "pass";
  assert.deepEqual(await database.read(teamContext(), titles), []);
});

test("a write whose connection is lost before its commit is unavailable and leaves nothing", async () => {
  const context = teamContext();
  const losing = database.write(context, async (tx) => {
    await tx.query(insertNote);
    proxy.judge = () => "cut";
    await tx.query(insertOther);
  });
  await assert.rejects(losing, { code: "unavailable" });
  assert.deepEqual(await titlesOf(context), []);
});

test("a commit whose answer is lost is never reported as done, though it may have been", async () => {
  const context = teamContext();
  proxy.judge = (message) => (isCommit(message) ? "cut after answer" : "pass");
  await assert.rejects(
    database.write(context, (tx) => tx.query(insertNote)),
    { code: "unavailable", message: /may be saved or not/ },
  );
  assert.deepEqual(await titlesOf(context), ["a"]);
});

test("a commit that never arrived is reported the same way", async () => {
  const context = teamContext();
  proxy.judge = (message) => (isCommit(message) ? "cut" : "pass");
  await assert.rejects(
    database.write(context, (tx) => tx.query(insertNote)),
    { code: "unavailable", message: /may be saved or not/ },
  );
  assert.deepEqual(await titlesOf(context), []);
});

test("a write that goes out at once is unknown when its answer is lost, and when it never arrived", async () => {
  for (const [fate, stored] of [
    ["cut after answer", ["a"]],
    ["cut", []],
  ] as const) {
    const context = teamContext();
    proxy.judge = ({ type }) => (type === "S" ? fate : "pass");
    await assert.rejects(
      database.write(context, (tx) => tx.last(insertNote)),
      { code: "unavailable", message: /may be saved or not/ },
    );
    assert.deepEqual(await titlesOf(context), stored);
  }
});

test("a server that falls silent is given up soon after the request's time", async () => {
  await database.read(teamContext(), titles);
  proxy.judge = () => "swallow";
  const startedMs = performance.now();
  await assert.rejects(database.read(teamContext({ timeoutMs: 100 }), titles), { code: "unavailable" });
  assert.ok(performance.now() - startedMs < 20_000);
});

test("a session that the server ends is unavailable, and the next request gets a new one", async () => {
  // A new session of a superuser takes its time on a busy machine.
  const context = teamContext({ timeoutMs: 30_000 });
  const ended = direct.write(context, async (tx) => {
    await tx.query(insertNote);
    await withClient(superuserUrl, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'faults'`,
      ),
    );
    await tx.query(insertOther);
  });
  await assert.rejects(ended, { code: "unavailable" });
  assert.deepEqual(await titlesOf(context), []);
});

test("a server that cannot be reached is unavailable", async () => {
  const closed = await PostgresProxy.to(url);
  const nowhere = open(closed.url);
  await closed.close();
  await assert.rejects(nowhere.read(teamContext(), titles), { code: "unavailable" });
  await nowhere.close();
});
