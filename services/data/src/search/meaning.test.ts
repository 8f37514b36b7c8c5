import { packedVector, testEmbedders, testIndexer } from "@jst/search/testing";
import { testCaller, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { SearchFound, SearchWanted } from "../../gen/rpc.ts";
import { testData } from "../testing/test-data.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testData();
const embedders = testEmbedders();
const { caughtUp } = testIndexer(searchSources, database, embedders);
const [caller, other] = [testCaller(), testCaller()];

/** Ids of what is near to the question, the nearest first. */
async function nearest(query: string, asked: Partial<SearchWanted> = {}, by = caller): Promise<string[]> {
  const meaning = { embedder: "one", vector: packedVector(query) };
  const body = { team_id: by.team_id, query, limit: 10, kinds: ["rows", "blocks"], meaning, ...asked };
  const reply = await door.callAs("agent", "SearchData", { ...body, by_meaning_alone: true });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const { passages } = reply.body as SearchFound;
  return passages
    .toSorted((one, another) => (another.nearness ?? 0) - (one.nearness ?? 0))
    .map(({ id }) => id);
}

async function made(rpc: string, body: object, path: Record<string, string> = {}, by = caller) {
  const reply = await door.call(rpc, { caller: by, path, body });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  return reply.body as { id: string; blocks: { id: string }[] };
}

const columns = [
  { name: "note", type: "long_text" },
  { name: "amount", type: "number" },
];
const tables = { orders: "", repairs: "" };
const rows = { orders: "", repairs: "" };
let base = "";
let block = "";

const embedded = () =>
  until("the vectors are made", 30_000, () =>
    withClient(database.superuserUrl, async (client) => {
      const text = `select (select count(*) from data.search_entries) = (select count(*) from data.search_vectors) as is_made`;
      const found = await client.query<{ is_made: boolean }>(text);
      return found.rows[0]?.is_made === true ? true : undefined;
    }),
  );

async function makeRow(name: string, note: string, amount: number, by = caller) {
  const table = (await made("CreateTable", { display_name: name, columns }, {}, by)).id;
  const row = (await made("CreateRow", { data: { note, amount } }, { table_id: table }, by)).id;
  return { table, row };
}

before(async () => {
  embedders.teams = [caller, other].map(({ team_id }) => ({ team_id, embedder: "one" }));
  for (const [name, note, amount] of [
    ["orders", "Twelve oak chairs", 100],
    ["repairs", "The leg of a chair", 3],
  ] as const)
    ({ table: tables[name], row: rows[name] } = await makeRow(name, note, amount));
  base = (await made("CreateBase", { name: "Handbook" })).id;
  const blocks = [{ type: "paragraph", text: "Chairs are stacked in the cellar" }];
  block = (await made("AppendBlocks", { blocks }, { base_id: base })).blocks[0]?.id ?? "";
  await makeRow("canary", "Twelve oak chairs for the chairman", 100, other);
  await caughtUp();
  await embedded();
});

test("rows and blocks are found by what they mean, the nearest first (context.modes)", async () => {
  assert.deepEqual((await nearest("oaken chairs by the dozen, twelve")).at(0), rows.orders);
  assert.deepEqual((await nearest("stacking chairs in a cellar")).at(0), block);
  assert.equal((await nearest("chairs")).length, 3);
});

test("kinds, tables, bases and filters hold for what is near as for words (context.question)", async () => {
  assert.deepEqual(await nearest("cellar", { kinds: ["rows"], table_ids: ["repairs"] }), [rows.repairs]);
  assert.deepEqual(await nearest("oak", { kinds: ["blocks"], base_ids: [base] }), [block]);
  const both = await nearest("oak", { table_ids: [tables.repairs], base_ids: [base] });
  assert.deepEqual(both.toSorted(), [rows.repairs, block].toSorted());
  const asked = { kinds: ["rows"], table_ids: ["orders"] };
  const filter = (value: number) => ({ field: "amount", op: "gt", value });
  assert.deepEqual(await nearest("cellar", { ...asked, filter: filter(50) }), [rows.orders]);
  assert.deepEqual(await nearest("oak chairs", { ...asked, filter: filter(500) }), []);
});

test("a deleted row is not found, at once and after; restored it is found again", async () => {
  const path = { table_id: tables.orders, row_id: rows.orders };
  await door.call("DeleteRow", { caller, path });
  assert.ok(!(await nearest("twelve oak chairs")).includes(rows.orders));
  await caughtUp();
  assert.equal((await nearest("twelve oak chairs")).length, 2);
  await made("UpdateRow", { action: "restore" }, path);
  await caughtUp();
  await embedded();
  assert.equal((await nearest("twelve oak chairs"))[0], rows.orders);
});

test("another team's rows are never found, though they are nearer", async () => {
  const ours = [rows.orders, rows.repairs, block].toSorted();
  assert.deepEqual((await nearest("Twelve oak chairs for the chairman")).toSorted(), ours);
  assert.equal((await nearest("chairs", {}, other)).length, 1);
});
