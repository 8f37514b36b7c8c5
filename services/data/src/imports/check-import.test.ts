import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testImports, toColumns, type ShownImport, type ShownRow } from "../testing/test-imports.ts";
import { refusal } from "../testing/test-sheets.ts";

const { door, ofTeam, stored, table } = await testImports();

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true },
  { name: "size", type: "number" },
  { name: "stage", type: "select", options: { options: [{ value: "new", label: "New" }] } },
];

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const verdicts = (rows: readonly ShownRow[]) => rows.map(({ verdict }) => verdict).join(" ");
const faults = (row: ShownRow | undefined) => row?.errors.map(({ field, code }) => `${field} ${code}`);

/** A team with a table of two rows, and an import of the text into it that was checked. */
async function checked(text: string, names: (string | null)[], match?: object, more: object = {}) {
  const team = ofTeam();
  const tableId = await table(team.caller, columns);
  const path = { table_id: tableId };
  const ids: string[] = [];
  for (const data of [
    { sku: "a", title: "Ada", size: 1 },
    { sku: "b", title: "Bo", size: 2 },
  ]) {
    const made = await door.call("CreateRow", { caller: team.caller, path, body: { data } });
    ids.push((made.body as { id: string }).id);
  }
  const source = { text: text.replaceAll(/\{(\d)\}/g, (_, n: string) => ids[Number(n)] ?? "") };
  const [part] = toColumns(tableId, names, match);
  const made = await team.create({ source, parts: [{ ...part, ...more }] });
  assert.equal(shown(made).status, "analysed", JSON.stringify(made.body));
  const reply = await team.check(shown(made).id);
  return { ...team, tableId, ids, reply, id: shown(made).id, path };
}

test("each row gets its verdict by the unique column, and nothing is written (imports.check)", async () => {
  const text = "sku,title,size\na,Ada,1\nb,Bo,3\nc,Cy,4\nd,,5\n,No key,6\n";
  const team = await checked(text, ["sku", "title", "size"], { by: "sku" });
  assert.equal(shown(team.reply).status, "ready", JSON.stringify(team.reply.body));
  const rows = await team.rows(team.id);
  assert.equal(verdicts(rows), "unchanged update create reject reject");
  assert.deepEqual(
    rows.map(({ record_id }) => record_id),
    [...team.ids, null, null, null],
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["left", "waiting", "waiting", "left", "left"],
  );
  assert.deepEqual([faults(rows[3]), faults(rows[4])], [["data.title required"], ["data.sku required"]]);
  const { total, create, update, unchanged, skip, reject, written } = shown(team.reply).counts;
  assert.deepEqual([total, create, update, unchanged, skip, reject, written], [5, 1, 1, 1, 0, 2, 0]);
  assert.equal((await stored(team.caller.team_id)).rows, 2);
});

test("a row lists all its faults, with header and value, as a write would find them", async () => {
  const team = await checked("sku,title,size,stage\nx,,big,old\n", ["sku", "title", "size", "stage"]);
  const [row] = await team.rows(team.id);
  assert.deepEqual(
    row?.errors.map(({ field, header, value }) => [field, header, value]),
    [
      ["data.size", "size", "big"],
      ["data.stage", "stage", "old"],
      ["data.title", "title", null],
    ],
  );
});

test("on_error and on_unknown leave the cell empty, and say so", async () => {
  const team = await checked(
    "sku,title,size,stage\nx,X,big,old\n",
    ["sku", "title", "size", "stage"],
    undefined,
    {
      columns: [
        { index: 0, to: { column: "sku" } },
        { index: 1, to: { column: "title" } },
        { index: 2, to: { column: "size" }, on_error: "empty" },
        { index: 3, to: { column: "stage" }, on_unknown: "empty" },
      ],
    },
  );
  const [row] = (await team.rows(team.id)) as (ShownRow & { warnings: { field: string }[] })[];
  assert.deepEqual([row?.verdict, row?.data], ["create", { sku: "x", title: "X" }]);
  assert.deepEqual(
    row?.warnings.map(({ field }) => field),
    ["data.size", "data.stage"],
  );
});

test("an empty cell keeps what the row has, or clears it", async () => {
  const text = "sku,size\na,\n";
  const kept = await checked(text, ["sku", "size"], { by: "sku" });
  assert.equal(verdicts(await kept.rows(kept.id)), "unchanged");
  const cleared = await checked(
    text,
    ["sku", "size"],
    { by: "sku" },
    {
      columns: [
        { index: 0, to: { column: "sku" } },
        { index: 1, to: { column: "size" }, on_empty: "clear" },
      ],
    },
  );
  const [row] = await cleared.rows(cleared.id);
  assert.deepEqual([row?.verdict, row?.data["size"]], ["update", null]);
});

test("rows are found by their ids; an absent id and a foreign one are the same fault", async () => {
  const foreign = await checked("sku,title\nz,Z\n", ["sku", "title"]);
  const text = `id,title\n{0},Ada B\n${foreign.ids[0] ?? ""},X\n${randomUUID()},X\nnone,X\n,New\n`;
  const team = await checked(text, ["id", "title"], { by: "id" });
  const rows = await team.rows(team.id);
  assert.equal(verdicts(rows), "update reject reject reject create");
  assert.deepEqual(rows[1]?.errors, rows[2]?.errors);
  assert.deepEqual(faults(rows[3]), ["id invalid_format"]);
});

test("on_match and on_new skip rows", async () => {
  const text = "sku,title\na,Ada B\nc,Cy\n";
  const matched = await checked(text, ["sku", "title"], { by: "sku", on_match: "skip" });
  assert.equal(verdicts(await matched.rows(matched.id)), "skip create");
  const fresh = await checked(text, ["sku", "title"], { by: "sku", on_new: "skip" });
  assert.equal(verdicts(await fresh.rows(fresh.id)), "update skip");
});

test("a value twice in the source is a fault that names the first row, also pages later (imports.duplicates)", async () => {
  const many = Array.from({ length: 600 }, (_, n) => `s${n},T`);
  const text = `sku,title\n${["x,X", "x,Y", ...many, "x,Z"].join("\n")}\n`;
  const team = await checked(text, ["sku", "title"], { by: "sku" });
  const rows = await team.rows(team.id, "limit=500&verdict=reject");
  assert.deepEqual(
    rows.map(({ row, line }) => [row, line]),
    [
      [2, 3],
      [603, 604],
    ],
  );
  for (const row of rows) {
    assert.deepEqual(faults(row), ["data.sku duplicate_in_source"]);
    assert.match(row.errors[0]?.message ?? "", /^Line 2 has the same value/);
  }
});

test("a row that cannot be read is rejected, and the others are judged", async () => {
  const team = await checked("sku,title\nx,X\ny,Y,too,many\nz,Z\n", ["sku", "title"]);
  const rows = await team.rows(team.id);
  assert.equal(verdicts(rows), "create reject create");
  assert.deepEqual(faults(rows[1]), [" too_many_cells"]);
});

test("a mapping to what the table does not have is refused, with every fault", async () => {
  const team = await checked("sku,title\nx,X\n", ["sku", "title"]);
  const columns = [{ index: 0, to: { column: "gone" } }];
  await team.patch(team.id, { parts: [{ index: 0, columns, match: { by: "title" } }] });
  assert.deepEqual(refusal(await team.check(team.id)), [
    422,
    "unknown_column",
    "parts.0.columns.0.to.column unknown_column",
    "parts.0.match.by not_unique",
  ]);
  const absent = { kind: "table", table_id: randomUUID() };
  await team.patch(team.id, { parts: [{ index: 0, target: absent, match: null }] });
  assert.deepEqual(refusal(await team.check(team.id)), [
    422,
    "validation_failed",
    "parts.0.target.table_id not_found",
  ]);
});

test("PATCH drops the verdicts, and a check makes them again", async () => {
  const team = await checked("sku,title\na,Ada\n", ["sku", "title"]);
  assert.equal(verdicts(await team.rows(team.id)), "reject");
  const patched = await team.patch(team.id, { parts: [{ index: 0, match: { by: "sku" } }] });
  assert.equal(shown(patched).status, "analysed");
  assert.deepEqual(await team.rows(team.id), []);
  assert.equal(shown(await team.check(team.id)).status, "ready");
  assert.equal(verdicts(await team.rows(team.id)), "unchanged");
});
