import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { notesMigrations, testDatabase, withClient } from "@jst/testing";
import { Listener, SystemDatabase } from "./index.ts";

const { url, superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });
// A role without a team sees nothing of the service's tables; a table of no team shows what is stored.
await withClient(superuserUrl, (client) =>
  client.query("create table crm.facts (name text primary key); grant all on crm.facts to crm"),
);
const database = new SystemDatabase({ connectionString: url, poolSize: 2, applicationName: "system" });
after(() => database.close());
const insert = (name: string) => ({ name: "insert", text: "insert into facts values ($1)", values: [name] });
const facts = { name: "facts", text: "select name from facts order by name", values: [] };

test("a transaction is committed as a whole or not at all", async () => {
  await database.transaction(async (tx) => {
    await tx.query(insert("a"));
    await tx.query(insert("b"));
  });
  const failing = database.transaction(async (tx) => {
    await tx.query(insert("c"));
    await tx.query(insert("a"));
  });
  await assert.rejects(failing, { code: "23505" });
  assert.deepEqual(await database.query(facts), [{ name: "a" }, { name: "b" }]);
});

test("what precedes a statement goes out once, in the order given, and each is handed its own rows", async () => {
  const answer = (value: number) => ({ text: "select $1::int as value", values: [value] });
  const handed: unknown[] = [];
  const rows = await database.transaction(async (tx) => {
    tx.precede(answer(1), (before) => handed.push(before));
    tx.precede(answer(2));
    tx.precede(answer(3), (before) => handed.push(before));
    await tx.query(answer(4));
    return tx.last(answer(5));
  });
  assert.deepEqual([handed, rows], [[[{ value: 1 }], [{ value: 3 }]], [{ value: 5 }]]);
});

test("a statement over its time is given up", async () => {
  await assert.rejects(database.query({ text: "select pg_sleep(30)", values: [] }, 50), {
    code: "timeout",
  });
  assert.equal((await database.query({ text: "select 1", values: [] })).length, 1);
});

test("a listener hears, and hears again after its connection was cut", async () => {
  const heard = new EventEmitter();
  const listener = new Listener({
    connectionString: url,
    applicationName: "listener",
    channels: ["news"],
    onNotification: (channel, payload) => heard.emit("news", channel, payload),
    onListening: () => heard.emit("listening"),
    onLost: (error) => heard.emit("lost", error),
  });
  const listening = once(heard, "listening");
  listener.start();
  await listening;
  for (const payload of ["first", "second"]) {
    const news = once(heard, "news");
    await database.query({ text: "select pg_notify('news', $1)", values: [payload] });
    assert.deepEqual(await news, ["news", payload]);
    const again = once(heard, "listening");
    const lost = once(heard, "lost");
    await withClient(superuserUrl, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'listener'`,
      ),
    );
    await lost;
    await again;
  }
  await listener.close();
});
