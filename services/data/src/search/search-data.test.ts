import { testCaller } from "@jst/testing";
import { testIndexer } from "@jst/search/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import type { SearchFound, SearchWanted } from "../../gen/rpc.ts";
import { testData } from "../testing/test-data.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testData();
const { caughtUp } = testIndexer(searchSources, database);
const caller = testCaller();

type Asked = Partial<Omit<SearchWanted, "team_id">>;

async function search(query: string, asked: Asked = {}, by = caller) {
  const body = { team_id: by.team_id, query, limit: 10, kinds: ["rows", "blocks"], ...asked };
  return door.callAs("agent", "SearchData", body);
}

async function idsOf(query: string, asked: Asked = {}, by = caller): Promise<string[]> {
  const { status, body } = await search(query, asked, by);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as SearchFound).passages.map(({ id }) => id);
}

async function made(rpc: string, body: object, path: Record<string, string> = {}, by = caller) {
  const reply = await door.call(rpc, { caller: by, path, body });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  return reply.body as { id: string; name: string; blocks: { id: string; base_id: string }[] };
}

const columns = [
  { name: "customer", type: "text" },
  { name: "note", type: "long_text" },
  { name: "mail", type: "email" },
  { name: "amount", type: "number" },
  { name: "extra", type: "json" },
  { name: "scan", type: "file" },
  { name: "stage", type: "select", options: { options: [{ value: "wip", label: "Under way" }] } },
];
const table = { id: "", rows: {} as Record<string, string> };
const row = async (name: string, data: object) => {
  table.rows[name] = (await made("CreateRow", { data }, { table_id: table.id })).id;
};

before(async () => {
  table.id = (await made("CreateTable", { display_name: "Orders", columns })).id;
  await row("ada", {
    customer: "Ada Lovelace",
    note: "Twelve oak chairs for Meyer Street",
    mail: "ada@example.com",
  });
  await row("bo", { customer: "Bo Diddley", note: "Invoices were paid late", stage: "wip", amount: 4711 });
  await row("cy", { customer: "Cy Young", note: "Oak tables", extra: { secret: "quicksilver" }, amount: 3 });
  await caughtUp();
});

test("any word matches, more and rarer words come first (context.ranking)", async () => {
  assert.deepEqual(await idsOf("oak chairs, please"), [table.rows["ada"], table.rows["cy"]]);
  assert.deepEqual(await idsOf("Who paid LATE?"), [table.rows["bo"]]);
});

test("a word is found by its beginning, its stem, and in spite of a slip (context.words)", async () => {
  for (const word of ["lovel", "Lovelase", "lvoelace", "lovelaces", "LÖVELACE"])
    assert.deepEqual(await idsOf(word), [table.rows["ada"]], word);
  assert.deepEqual(await idsOf("invoice"), [table.rows["bo"]]);
});

test("cells of texts and choices are found, by label and value; json, numbers and files are not (context.searched)", async () => {
  for (const word of ["wip", "under way", "diddley"])
    assert.deepEqual(await idsOf(word), [table.rows["bo"]], word);
  assert.deepEqual(await idsOf("example"), [table.rows["ada"]]);
  for (const word of ["quicksilver", "4711", "secret"]) assert.deepEqual(await idsOf(word), [], word);
});

test("a cell that is long is found by its end, and hides no other cell of its row (context.words)", async () => {
  const note = `${"the meeting went on about chairs and tables ".repeat(2_000)} pomegranate`;
  await row("long", { note, mail: "rumpelstiltskin@example.com" });
  await caughtUp();
  for (const word of ["pomegranate", "rumpelstiltskin"])
    assert.deepEqual(await idsOf(word), [table.rows["long"]], word);
  await made("DeleteRow", {}, { table_id: table.id, row_id: table.rows["long"] ?? "" });
});

test("a passage has the title, a snippet of the cells and the path of its row (context.answer)", async () => {
  const { body } = await search("chairs");
  const [passage] = (body as SearchFound).passages;
  assert.deepEqual(
    { ...passage, score: 0 },
    {
      kind: "rows",
      id: table.rows["ada"],
      parent_id: table.id,
      path: `/api/v1/data/tables/${table.id}/rows/${table.rows["ada"]}`,
      title: "Ada Lovelace",
      snippet: "Ada Lovelace · Twelve oak chairs for Meyer Street · ada@example.com",
      score: 0,
      is_near: false,
    },
  );
  assert.ok((passage?.score ?? 0) > 0);
});

test("blocks are found by their text and their heading; the path answers the block", async () => {
  const base = await made("CreateBase", { name: "Handbook" });
  const blocks = [
    { type: "heading", text: "Opening hours" },
    { type: "paragraph", text: "Monday to Friday, nine to five" },
    { type: "link", url: "https://example.org/" },
  ];
  const { blocks: kept } = await made("AppendBlocks", { blocks }, { base_id: base.id });
  await caughtUp();
  assert.deepEqual(await idsOf("opening hours monday", { kinds: ["blocks"] }), [kept[1]?.id, kept[0]?.id]);
  const { body } = await search("friday", { base_ids: [base.id], kinds: ["blocks"] });
  assert.equal((body as SearchFound).passages[0]?.path, `/api/v1/bases/${base.id}/blocks?after=1&limit=1`);
  assert.deepEqual(await idsOf("friday", { kinds: ["rows"] }), []);
});

test("what is changed, deleted and restored is found as it is now (context.index)", async () => {
  await row("dee", { customer: "Dee", note: "walnut" });
  const path = { table_id: table.id, row_id: table.rows["dee"] ?? "" };
  await caughtUp();
  assert.deepEqual(await idsOf("walnut"), [path.row_id]);
  await made("UpdateRow", { data: { note: "cherry" } }, path);
  // Even before the index knows of it, it is not shown as it was.
  assert.doesNotMatch(JSON.stringify((await search("walnut")).body), /walnut/);
  await caughtUp();
  assert.deepEqual(await idsOf("cherry"), [path.row_id]);
  await door.call("DeleteRow", { caller, path });
  assert.deepEqual(await idsOf("cherry"), []);
  await caughtUp();
  assert.deepEqual(await idsOf("cherry"), []);
  await made("UpdateRow", { action: "restore" }, path);
  await caughtUp();
  assert.deepEqual(await idsOf("cherry"), [path.row_id]);
});

test("a column that goes takes its words along, and a label that changes is found by its new name", async () => {
  const own = await made("CreateTable", {
    display_name: "Pets",
    columns: [
      { name: "pet", type: "text" },
      { name: "colour", type: "text" },
      { name: "kind", type: "select", options: { options: [{ value: "d", label: "Hound" }] } },
    ],
  });
  const path = { table_id: own.id };
  const { id } = await made("CreateRow", { data: { pet: "Rex", colour: "magenta", kind: "d" } }, path);
  await caughtUp();
  assert.deepEqual(await idsOf("magenta hound"), [id]);
  const listed = await door.call("ListColumns", { caller, path });
  const columnOf = (name: string) =>
    (listed.body as { columns: { id: string; name: string }[] }).columns.find((one) => one.name === name)
      ?.id ?? "";
  await door.call("DeleteColumn", { caller, path: { ...path, column_id: columnOf("colour") } });
  const options = { options: [{ value: "d", label: "Terrier" }] };
  await made("UpdateColumn", { options }, { ...path, column_id: columnOf("kind") });
  await caughtUp();
  assert.deepEqual(await idsOf("magenta"), []);
  assert.deepEqual(await idsOf("hound"), []);
  assert.deepEqual(await idsOf("terrier"), [id]);
});

test("a filter is that of lists, over one table; an unknown column and a formula are refused (context.question)", async () => {
  const filter = { field: "amount", op: "gt", value: 100 };
  const asked = { table_ids: ["orders"], kinds: ["rows"] };
  assert.deepEqual(await idsOf("oak invoices", { ...asked, filter }), [table.rows["bo"]]);
  const wrong = await search("oak", { ...asked, filter: { field: "nope", op: "eq", value: 1 } });
  assert.deepEqual([wrong.status, wrong.body.code], [400, "invalid_filter"]);
});

test("tables and bases that are absent or another team's are refused alike, all at once", async () => {
  const other = testCaller();
  const foreign = await made("CreateTable", { display_name: "Theirs", columns: [] }, {}, other);
  for (const id of [foreign.id, randomUUID(), "theirs", "no-id", ""]) {
    const { status, body } = await search("oak", { table_ids: ["orders", id], base_ids: [randomUUID()] });
    assert.equal(status, 422);
    const faults = (body.errors as { field: string; code: string }[]).map(({ field, code }) => [field, code]);
    assert.deepEqual(faults, [
      ["table_ids.1", "not_found"],
      ["base_ids.0", "not_found"],
    ]);
  }
});

test("a team finds nothing of another's, whatever it asks for", async () => {
  const other = testCaller();
  for (const word of ["oak", "Lovelace", "lovelase", "lov", "ada"])
    assert.deepEqual(await idsOf(word, {}, other), [], word);
});

const hostile = [
  "the of and",
  "!!! ??? ...",
  "' | ' & !a <-> b:* \\",
  "%_%'; drop schema data; --",
  "مرحبا بالعالم",
  "👩‍👩‍👧 🚀",
  "東京オフィス",
  "a\u200Bb\uFEFF",
  "word ".repeat(400),
  "x".repeat(2_000),
];

for (const query of hostile)
  test(`a question of any characters is answered: ${JSON.stringify(query).slice(0, 40)}`, async () => {
    assert.deepEqual(await idsOf(query), []);
  });
