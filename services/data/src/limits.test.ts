import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestReply, withClient } from "@jst/testing";
import { refusal, testSheets } from "./testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

/** Runs a statement as a superuser without triggers: what is there already need not come through the door. */
const fill = (text: string, values: unknown[]) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  });

const count = (replies: readonly TestReply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test("a team has 500 tables of its own, and of two at once for the last place one is made", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const text = `insert into data.tables (team_id, name, display_name, created_by_type)
    select $1, 'filled_' || n, 'Filled', 'system' from generate_series(1, 498) n`;
  await fill(text, [s.caller.team_id]);
  const make = (display_name: string) =>
    door.call("CreateTable", { caller: s.caller, body: { display_name } });
  const replies = await Promise.all([make("One"), make("Two"), make("Three")]);
  assert.deepEqual([count(replies, 201), count(replies, 422)], [1, 2]);
  assert.deepEqual(refusal(await make("Four")), [422, "limit_reached"]);
});

test("a table has 200 columns, made with it or after it", async () => {
  const columns = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `c${i}`, type: "text" }));
  const s = await sheet(columns(199));
  assert.equal((await s.create({ name: "last", type: "text" })).status, 201);
  assert.deepEqual(refusal(await s.create({ name: "more", type: "text" })), [422, "limit_reached"]);
  const body = { display_name: "Wide", columns: columns(201) };
  const wide = await door.call("CreateTable", { caller: s.caller, body });
  assert.deepEqual(refusal(wide), [422, "validation_failed", "columns too_many"]);
});

test("a table has 100 views, and of two at once for the last place one is saved", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const text = `insert into data.views (team_id, table_id, name, kind, is_favorite, settings, created_by_type)
    select $1, $2, 'Filled', 'grid', false, '{}', 'system' from generate_series(1, 99)`;
  await fill(text, [s.caller.team_id, s.path.table_id]);
  const save = () => door.call("CreateView", { caller: s.caller, path: s.path, body: { name: "V" } });
  const replies = await Promise.all([save(), save(), save()]);
  assert.deepEqual([count(replies, 201), count(replies, 422)], [1, 2]);
  assert.deepEqual(refusal(await save()), [422, "limit_reached"]);
});

test("a text cell has 100,000 characters, whatever bytes they take", async () => {
  const s = await sheet([
    { name: "a", type: "text" },
    { name: "b", type: "long_text" },
  ]);
  assert.equal((await s.row({ a: "🦔".repeat(100_000) })).status, 201);
  const reply = await s.row({ a: "x".repeat(100_001), b: "🦔".repeat(100_001) });
  assert.deepEqual(refusal(reply), [422, "validation_failed", "data.a too_long", "data.b too_long"]);
});

test("a row has 512 KiB of cells", async () => {
  const s = await sheet([{ name: "a", type: "json" }]);
  const room = 524_288 - '{"a": ""}'.length;
  assert.equal((await s.row({ a: "x".repeat(room) })).status, 201);
  assert.deepEqual(refusal(await s.row({ a: "x".repeat(room + 1) })), [
    422,
    "validation_failed",
    "data too_large",
  ]);
});

test("a column has 500 options, and a multi_select cell 100 of them", async () => {
  const options = (n: number) => Array.from({ length: n }, (_, i) => ({ value: `o${i}` }));
  const s = await sheet([{ name: "tags", type: "multi_select", options: { options: options(500) } }]);
  const values = options(101).map(({ value }) => value);
  assert.equal((await s.row({ tags: values.slice(1) })).status, 201);
  assert.deepEqual(refusal(await s.row({ tags: values })), [422, "validation_failed", "data.tags too_many"]);
  for (const type of ["select", "multi_select"]) {
    const reply = await s.create({ name: "more", type, options: { options: options(501) } });
    assert.deepEqual(refusal(reply), [422, "validation_failed", "options.options invalid_value"]);
  }
  const states = { states: options(501).map(({ value }) => value), initial: "o0" };
  const reply = await s.create({ name: "more", type: "state", options: states });
  assert.ok(refusal(reply).includes("options.states invalid_value"), JSON.stringify(reply.body));
});
