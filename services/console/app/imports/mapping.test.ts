import assert from "node:assert/strict";
import { test } from "node:test";
import {
  columnChange,
  fieldGoal,
  merged,
  newColumn,
  suggested,
  typesFor,
  type Import,
  type ImportColumn,
  type Part,
} from "./mapping.ts";

const column = (index: number, header: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  ...{ index, header, samples: [], empty: 0, distinct: 0, guess: { type: "text", confidence: 1 }, to: null },
  ...{ on_empty: "keep", on_error: "reject", on_unknown: "reject" },
  ...{ decimal: null, date_order: null, question: null },
  ...more,
});

const part = (columns: ImportColumn[]): Part => ({
  ...{ index: 0, name: null, rows: 1, faulty: 0, match: null, columns },
  target: { kind: "table", table_id: "t" },
});

const table = [
  { name: "sku", display_name: "Article number", type: "text", unique: true },
  { name: "paid_on", display_name: "Paid on", type: "date", unique: false },
] as const;

const ID = "0198f0a0-0000-7000-8000-000000000000";

test("a column goes to the column that is called the same by people or by programs, each to one alone", () => {
  const own = [column(0, " SKU "), column(1, "paid-on"), column(2, "Paid on"), column(3, "Other")];
  const { columns, match } = suggested(part(own), table);
  assert.deepEqual(
    columns.map(({ to }) => to),
    [{ column: "sku" }, { column: "paid_on" }, null, null],
  );
  assert.deepEqual(match, { by: "sku", on_match: "update", on_new: "create" });
});

test("columns of a file for articles go to their fields, by which articles are found", () => {
  const own = [column(0, "Title"), column(1, "Short name"), column(2, "Other")];
  const fields = [fieldGoal("title", "Title"), fieldGoal("slug", "Short name", "text", { unique: true })];
  const { columns, match } = suggested({ ...part(own), target: { kind: "articles" } }, fields);
  assert.deepEqual(
    columns.map(({ to }) => to),
    [{ field: "title" }, { field: "slug" }, null],
  );
  assert.equal(match?.by, "slug");
});

test("a downloaded file finds its rows by their ids, and a column of other numbers is not one of ids", () => {
  const downloaded = suggested(part([column(0, "ID", { samples: [ID] }), column(1, "SKU")]), table);
  assert.deepEqual(downloaded.columns[0]?.to, { field: "id" });
  assert.equal(downloaded.match?.by, "id");
  const other = suggested(part([column(0, "id", { samples: ["17"] })]), table);
  assert.deepEqual([other.columns[0]?.to, other.match], [null, null]);
});

test("verdicts in a file of rejected rows go nowhere (imports.rows-file)", () => {
  const headers = ["Row", "Line", "Verdict", "Reasons", "Line"];
  const line = { name: "line", display_name: "Line", type: "number", unique: false } as const;
  const { columns } = suggested(part(headers.map((header, index) => column(index, header))), [line]);
  assert.deepEqual(
    columns.map(({ to }) => to),
    [null, null, null, null, { column: "line" }],
  );
});

test("a mapping that somebody has stored stays as it is", () => {
  const stored = part([column(0, "SKU"), column(1, "x", { to: { column: "paid_on" } })]);
  assert.equal(suggested(stored, table), stored);
});

test("the first change of a suggested mapping stores all of it, a later one itself alone", () => {
  const stored = part([column(0, "SKU"), column(1, "Paid on")]);
  const shown = suggested(stored, table);
  const change = { index: 1, to: null };
  assert.deepEqual(columnChange(shown, false, change), {
    index: 0,
    match: shown.match,
    columns: [{ index: 0, to: { column: "sku" } }, change],
  });
  assert.deepEqual(columnChange(shown, true, change), { index: 0, columns: [change] });
});

test("an answer ends its question, and any other change leaves it", () => {
  const parts = [part([column(0, "Paid on", { question: "date_order" })])];
  const stored = { name: "x", parts } as unknown as Import;
  const after = (change: object) =>
    merged(stored, { parts: [{ index: 0, columns: [{ index: 0, ...change }] }] }).parts?.[0]?.columns[0];
  assert.equal(after({ date_order: "dmy" })?.question, null);
  assert.equal(after({ date_order: "dmy" })?.date_order, "dmy");
  assert.equal(after({ on_error: "empty" })?.question, "date_order");
});

test("a new column has a name of its own, and choices only if the file shows which", () => {
  const settings = { taken: new Set(["paid_on"]), currency: "EUR", nameless: "column" };
  const own = column(0, "Paid on", { guess: { type: "date", confidence: 1 } });
  assert.deepEqual(newColumn(own, "currency", settings), {
    new: { name: "paid_on_2", display_name: "Paid on", type: "currency", options: { currency: "EUR" } },
  });
  assert.equal(newColumn(column(0, " "), "text", settings).new?.name, "column");
  assert.equal(typesFor(own).includes("select"), false);
  const options = { options: [{ value: "a" }, { value: "b" }] };
  const chosen = column(0, "Stage", { guess: { type: "select", confidence: 1, options } });
  assert.ok(typesFor(chosen).includes("multi_select"));
  assert.deepEqual(newColumn(chosen, "multi_select", settings).new?.options, options);
  assert.equal(newColumn(chosen, "text", settings).new?.options, undefined);
});
