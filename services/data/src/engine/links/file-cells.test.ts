import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { Directory } from "@jst/directory";
import type { Call } from "@jst/rpc";
import { human, propose, testCaller } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { upload } from "../../testing/test-files.ts";
import { type ReferenceDeps, unknownCells } from "./references.ts";
import type { TableSchema } from "../schema/schema.ts";

const { door, sheet } = await testSheets();

const fileOf = async (caller: Caller, name = "a.txt") =>
  (await upload(door, caller, [{ file: "Hello", name }])).body as { id: string; version: number };
const remove = (caller: Caller, file_id: string) => door.call("DeleteFile", { caller, path: { file_id } });
const columns = [
  { name: "title", type: "text" },
  { name: "doc", type: "file" },
  { name: "docs", type: "file", options: { multiple: true } },
];

/** A table of files, and one of a team that has some. */
async function desk(more: Record<string, unknown>[] = []) {
  const s = await sheet([...columns, ...more]);
  const found = async (op: string, field = "doc") => {
    const query = `filter=${encodeURIComponent(JSON.stringify({ field, op }))}`;
    const { status, body } = await door.call("ListRows", { caller: s.caller, path: s.path, query });
    return status === 200 ? (body.rows as unknown[]).length : (body.code as string);
  };
  return { ...s, found, a: await fileOf(s.caller, "a.txt"), b: await fileOf(s.caller, "b.txt") };
}

test("a cell has the id of a file, one with multiple a list of distinct ids, and an empty list is an empty cell", async () => {
  const s = await desk();
  const { a, b } = s;
  const made = await s.row({ doc: a.id.toUpperCase(), docs: [b.id, a.id] });
  assert.deepEqual([made.status, made.body.data], [201, { title: null, doc: a.id, docs: [b.id, a.id] }]);
  const patched = await s.patch(made.body.id as string, { doc: null, docs: [] });
  assert.deepEqual(patched.body.data, { title: null, doc: null, docs: null });
  await s.row({ doc: b.id });
  assert.deepEqual([await s.found("empty"), await s.found("nempty")], [1, 1]);
  assert.deepEqual([await s.found("nempty", "docs"), await s.found("eq")], [0, "invalid_filter"]);
});

test("a file that is absent, deleted or another team's is 422 at its column, the same for each, and nothing is stored", async () => {
  const s = await desk();
  const foreign = (await fileOf(testCaller())).id;
  const gone = (await fileOf(s.caller)).id;
  assert.equal((await remove(s.caller, gone)).status, 200);
  const answers = [];
  for (const id of [gone, foreign, "0190a1b2-0000-7000-8000-00000000dead"]) {
    const one = await s.row({ doc: id });
    assert.deepEqual(refusal(one), [422, "validation_failed", "data.doc not_found"]);
    assert.deepEqual(refusal(await s.row({ docs: [s.a.id, id] })), [
      422,
      "validation_failed",
      "data.docs not_found",
    ]);
    answers.push(JSON.stringify(one.body.errors));
  }
  assert.equal(new Set(answers).size, 1);
  assert.deepEqual(refusal(await s.row({ doc: "x", docs: [s.a.id, "x"] })), [
    422,
    "validation_failed",
    "data.doc not_found",
    "data.docs not_found",
  ]);
  assert.deepEqual(refusal(await s.row({ docs: [s.a.id, s.a.id.toUpperCase()] })), [
    422,
    "validation_failed",
    "data.docs.1 duplicate",
  ]);
  assert.deepEqual(await s.cells("doc"), []);
  const { id } = (await s.row({ doc: s.a.id })).body;
  assert.deepEqual(refusal(await s.patch(id as string, { doc: foreign })).slice(0, 3), [
    422,
    "validation_failed",
    "data.doc not_found",
  ]);
  assert.deepEqual(await s.cells("doc"), [s.a.id]);
});

test("a batch of rows that name files asks for all of them at once, and says which row names none", async () => {
  const asked: (readonly string[])[] = [];
  const find = (_team: string, ids: readonly string[]) => {
    asked.push(ids);
    return Promise.resolve(ids);
  };
  const directory = new Directory({ file: find });
  const ids = Array.from({ length: 500 }, (_, n) => `0198f0a0-0000-7000-8000-${String(n).padStart(12, "0")}`);
  const schema = { columns: new Map(columns.map((column) => [column.name, column])) };
  const call = { deps: { directory }, caller: testCaller(), hop: {} };
  const rows = ids.map((id, n) => ({ cells: { doc: id, docs: [id, ids[0]] }, at: `rows.${n}.data` }));
  assert.deepEqual(
    await unknownCells(call as unknown as Call<ReferenceDeps>, schema as unknown as TableSchema, rows),
    [],
  );
  assert.deepEqual(asked, [ids]);

  const s = await desk();
  const foreign = (await fileOf(testCaller())).id;
  const body = {
    rows: [{ data: { doc: s.a.id } }, { data: { docs: [foreign] } }, { data: { docs: [s.a.id, foreign] } }],
  };
  const { status, body: refused } = await door.call("BatchRows", { caller: s.caller, path: s.path, body });
  const fields = (refused.errors as { field: string }[]).map(({ field }) => field);
  assert.deepEqual([status, fields], [422, ["rows.1.data.docs", "rows.2.data.docs"]]);
});

test("expand shows the file as mode=meta does, and of one that was deleted since that it is missing", async () => {
  const s = await desk();
  const { a, b, caller } = s;
  const row = (await s.row({ doc: a.id, docs: [a.id, b.id] })).body.id as string;
  await s.row({});
  const meta = async (id: string): Promise<unknown> =>
    (await door.fetch(`/api/v1/files/${id}?mode=meta`, { caller })).json();
  const list = () =>
    door.call("ListRows", { caller, path: s.path, query: "expand=doc,docs&sort=created_at:asc" });
  const one = (query: string) => door.call("GetRow", { caller, path: { ...s.path, row_id: row }, query });
  const [first, second] = (await list()).body.rows;
  assert.deepEqual(first.data, {
    title: null,
    doc: await meta(a.id),
    docs: [await meta(a.id), await meta(b.id)],
  });
  assert.deepEqual(second.data, { title: null, doc: null, docs: null });
  assert.equal((await remove(caller, a.id)).status, 200);
  const missing = { id: a.id, missing: true };
  assert.deepEqual((await one("expand=docs")).body.data, {
    title: null,
    doc: a.id,
    docs: [missing, await meta(b.id)],
  });
  assert.deepEqual((await list()).body.rows[0].data.doc, missing);
  assert.equal((await s.patch(row, { title: "kept" })).body.data.doc, a.id, "a cell keeps the id");
  assert.deepEqual(refusal(await one("expand=title")), [400, "invalid_parameter", "expand invalid_value"]);
});

test("relations and files are expanded beside each other, with formulas of both tables", async () => {
  const s = await desk([{ name: "n", type: "formula", formula: "COUNTA({docs}) & {doc}" }]);
  const self = { name: "next", type: "relation", relation: { table_id: s.path.table_id } };
  assert.equal((await s.create(self)).status, 201);
  const first = (await s.row({ doc: s.a.id, docs: [s.a.id, s.b.id] })).body;
  const next = (await s.row({ doc: s.b.id, next: first.id })).body;
  const query = "expand=next,doc&computed=1";
  const { body } = await door.call("GetRow", {
    caller: s.caller,
    path: { ...s.path, row_id: next.id },
    query,
  });
  assert.deepEqual([body.data.doc.name, body.data.next.data.doc], ["b.txt", s.a.id]);
  assert.deepEqual([body.computed, body.data.next.computed], [{ n: `0${s.b.id}` }, { n: `2${s.a.id}` }]);
});

test("a default names a file of the team, and multiple may change while every cell fits", async () => {
  const s = await desk();
  const foreign = (await fileOf(testCaller())).id;
  const of = (value: unknown, more = {}) => ({
    name: "scan",
    type: "file",
    required: true,
    default: value,
    ...more,
  });
  assert.deepEqual(refusal(await s.create(of(foreign))), [422, "validation_failed", "default not_found"]);
  const many = of([s.a.id, foreign], { options: { multiple: true } });
  assert.deepEqual(refusal(await s.create(many)), [422, "validation_failed", "default not_found"]);
  assert.equal((await s.create(of(s.a.id))).status, 201);
  const row = (await s.row({})).body;
  assert.equal(row.data.scan, s.a.id);
  const widened = await s.update("scan", { options: { multiple: true } });
  assert.deepEqual([widened.status, widened.body.options], [200, { multiple: true }]);
  assert.deepEqual(await s.cells("scan"), [[s.a.id]]);
  await s.patch(row.id as string, { scan: [s.a.id, s.b.id] });
  const narrowed = await s.update("scan", { options: {} });
  assert.deepEqual(
    [refusal(narrowed), narrowed.body.count, narrowed.body.samples],
    [[422, "type_mismatch"], 1, [{ row_id: row.id, value: [s.a.id, s.b.id] }]],
  );
});

test("a column of files becomes text or JSON without loss, and comes back by an undo; no other becomes one", async () => {
  const s = await desk();
  await s.row({ doc: s.a.id, docs: [s.b.id] });
  const text = await s.update("doc", { type: "text" });
  assert.equal(text.status, 200);
  assert.deepEqual(await s.cells("doc"), [s.a.id]);
  const refused = [422, "validation_failed", "type not_convertible"];
  assert.deepEqual(refusal(await s.update("doc", { type: "file" })), refused);
  assert.equal((await s.undo(text)).status, 200);
  assert.equal((await s.shown("doc"))?.["type"], "file");
  assert.equal((await s.update("docs", { type: "json" })).status, 200);
  assert.deepEqual([await s.cells("doc"), await s.cells("docs")], [[s.a.id], [[s.b.id]]]);
});

test("cells that were written while a column was text do not become files when an undo restores the type", async () => {
  const s = await desk();
  const foreign = (await fileOf(testCaller())).id;
  const row = (await s.row({ doc: s.a.id })).body.id as string;
  const text = await s.update("doc", { type: "text" });
  await s.patch(row, { doc: foreign });
  assert.equal((await s.undo(text)).body.code, "type_mismatch");
  assert.equal((await s.undo(text, { force: true })).status, 200);
  assert.deepEqual(await s.cells("doc"), [null]);
});

test("a write of files is undone, also after the file was deleted; a column of files that is in use says so", async () => {
  const s = await desk([{ name: "n", type: "formula", formula: "{doc}" }]);
  const row = (await s.row({ doc: s.a.id })).body.id as string;
  const patched = await s.patch(row, { doc: s.b.id });
  await remove(s.caller, s.a.id);
  assert.equal((await s.undo(patched)).status, 200);
  assert.deepEqual(await s.cells("doc"), [s.a.id]);
  const removed = await s.remove("doc");
  assert.deepEqual([removed.status, removed.body.code], [409, "column_in_use"]);
  const forced = await s.remove("doc", { query: "force=true" });
  assert.equal(forced.status, 200);
  assert.equal((await s.undo(forced)).status, 200);
  assert.deepEqual(await s.cells("doc"), [s.a.id]);
});

test("a proposed row names files as a row does: checked at once, and again when it is approved", async () => {
  const s = await desk();
  const person = (role: "member" | "admin"): Caller => {
    const caller = human(s.caller.team_id, role);
    return { ...caller, team: { ...caller.team, modules: { tables: true } } };
  };
  const create = (doc: string) => ({ path: s.path, body: { data: { doc } } });
  const foreign = (await fileOf(testCaller())).id;
  const refused = await door.call("CreateRow", { caller: person("member"), ...create(foreign) });
  assert.deepEqual(refusal(refused), [422, "validation_failed", "data.doc not_found"]);
  const [kept, gone] = [s.a.id, s.b.id];
  const paths = [];
  for (const doc of [kept, gone]) paths.push(await propose(door, person("member"), "CreateRow", create(doc)));
  await remove(s.caller, gone);
  const statuses = [];
  for (const path of paths)
    statuses.push((await door.call("ApproveChangeset", { caller: person("admin"), path })).status);
  assert.deepEqual(statuses, [200, 422]);
  assert.deepEqual(await s.cells("doc"), [kept]);
});
