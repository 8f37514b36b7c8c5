import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { TestReply } from "@jst/testing";
import { type sheetOf, testSheets } from "../../testing/test-sheets.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";

// The table of the engine's README, cell by cell.

const { door, sheet } = await testSheets();
type Sheet = ReturnType<typeof sheetOf>;

/** How a row of the table comes about, and what is there after each of its cells. */
interface Case {
  columns: Record<string, unknown>[];
  rows?: Record<string, unknown>[];
  /** Before the change. */
  first?: (s: Sheet) => Promise<unknown>;
  /** Change that is undone. */
  change: (s: Sheet) => Promise<TestReply>;
  /** Later change that conflicts. */
  since: (s: Sheet, made: TestReply) => Promise<unknown>;
  shown: (s: Sheet, made: TestReply) => unknown;
  without: unknown;
  forced: unknown;
}

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

const text = (name: string, more: object = {}) => ({ name, type: "text", ...more });
const choices = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });
const json = (bytes: number) => ({ b: "y".repeat(bytes) });
const theRow = async (s: Sheet) => {
  const { rows } = (await door.call("ListRows", { ...s, query: "computed=1" })).body;
  return rows[0] as { id: string; computed?: { f: unknown } };
};
const patch = async (s: Sheet, data: object) => s.patch((await theRow(s)).id, data);
const deleteRow = async (s: Sheet) => {
  const path = { ...s.path, row_id: (await theRow(s)).id };
  return door.call("DeleteRow", { caller: s.caller, path });
};
/** Returns the value of formula f in the row, null for an error. */
const computed = async (s: Sheet) => (await theRow(s)).computed?.f;
const createTable = ({ caller }: Sheet) =>
  door.call("CreateTable", { caller, body: { display_name: "Made", columns: [text("a")] } });
const cellsOf = (name: string) => (s: Sheet) => s.cells(name);
const member = (name: string, of: string) => async (s: Sheet) => (await s.shown(name))?.[of];

const cases: Record<string, Case> = {
  "a cell was edited since": {
    columns: [text("a")],
    rows: [{ a: "former" }],
    change: (s) => patch(s, { a: "changed" }),
    since: (s) => done(patch(s, { a: "edited" })),
    shown: cellsOf("a"),
    without: ["edited"],
    forced: ["former"],
  },
  "other cells of the row were edited since": {
    columns: [text("a"), text("b")],
    rows: [{ a: "former" }],
    change: (s) => patch(s, { a: "changed" }),
    since: (s) => done(patch(s, { b: "edited" })),
    shown: async (s) => [await s.cells("a"), await s.cells("b")],
    without: [["former"], ["edited"]],
    forced: [["former"], ["edited"]],
  },
  "what was made was edited since": {
    columns: [text("a")],
    change: (s) => s.row({ a: "made" }),
    since: (s) => done(patch(s, { a: "edited" })),
    shown: cellsOf("a"),
    without: ["edited"],
    forced: [],
  },
  "what was changed was deleted since": {
    columns: [text("a"), text("b")],
    change: (s) => s.update("a", { display_name: "Changed" }),
    since: (s) => done(s.remove("a")),
    shown: (s) => s.column("a"),
    without: "",
    forced: "",
  },
  "the column of a cell is gone": {
    columns: [text("a"), text("b")],
    rows: [{ a: "former", b: "former" }],
    change: (s) => patch(s, { a: "changed", b: "changed" }),
    since: (s) => done(s.remove("a")),
    shown: cellsOf("b"),
    without: ["changed"],
    forced: ["former"],
  },
  "a cell no longer fits its column": {
    columns: [{ name: "a", type: "select", ...choices("x", "y") }],
    rows: [{ a: "x" }],
    change: (s) => patch(s, { a: "y" }),
    since: (s) => done(s.update("a", choices("y", "z"))),
    shown: cellsOf("a"),
    without: ["y"],
    forced: ["y"],
  },
  "the row would be too large": {
    columns: [text("a"), { name: "b", type: "json" }],
    rows: [{ a: "x".repeat(2_000) }],
    change: (s) => patch(s, { a: "short" }),
    since: (s) => done(patch(s, json(ROW_BYTES_MAX - 1_000))),
    shown: cellsOf("a"),
    without: ["short"],
    forced: ["short"],
  },
  "a deleted row lacks what is required by now": {
    columns: [text("a")],
    rows: [{}],
    change: deleteRow,
    since: (s) => done(s.update("a", { required: true })),
    shown: cellsOf("a"),
    without: [],
    forced: [],
  },
  "another row has the unique value": {
    columns: [text("a", { unique: true })],
    rows: [{ a: "x" }],
    change: deleteRow,
    since: (s) => done(s.row({ a: "x" })),
    shown: cellsOf("a"),
    without: ["x"],
    forced: ["x"],
  },
  "a column that goes was filled since": {
    columns: [text("a")],
    change: (s) => s.create(text("b")),
    since: (s) => done(s.row({ b: "x" })),
    shown: cellsOf("b"),
    without: ["x"],
    forced: [undefined],
  },
  "a column that goes is in use": {
    columns: [text("a")],
    rows: [{}],
    change: (s) => s.create({ name: "n", type: "number", default: 1 }),
    since: (s) => done(s.create({ name: "f", type: "formula", formula: "{n} + 1" })),
    shown: computed,
    without: 2,
    forced: null,
  },
  "a table that goes has rows": {
    columns: [text("a")],
    change: createTable,
    since: ({ caller }, { body }) =>
      done(door.call("CreateRow", { caller, path: { table_id: body.id }, body: { data: { a: "x" } } })),
    shown: async ({ caller }, { body }) =>
      (await door.call("GetTable", { caller, path: { table_id: body.id } })).status,
    without: 200,
    forced: 200,
  },
  "a table that goes is in use": {
    columns: [text("a")],
    change: createTable,
    since: (s, { body }) => done(s.create({ name: "o", type: "relation", relation: { table_id: body.id } })),
    shown: member("o", "type"),
    without: "relation",
    forced: "text",
  },
  "another column has the name": {
    columns: [text("a"), text("b")],
    change: (s) => s.remove("a"),
    since: (s) => done(s.create({ name: "a", type: "number" })),
    shown: member("a", "type"),
    without: "number",
    forced: "number",
  },
  "the table has all columns it may have": {
    columns: Array.from({ length: 200 }, (_, i) => text(`c${i}`)),
    change: (s) => s.remove("c0"),
    since: (s) => done(s.create(text("other"))),
    shown: (s) => s.column("c0"),
    without: "",
    forced: "",
  },
  "a required column meets empty cells": {
    columns: [text("a", { required: true })],
    change: (s) => s.update("a", { required: false }),
    since: (s) => done(s.row({})),
    shown: member("a", "required"),
    without: false,
    forced: false,
  },
  "a unique column meets values that rows share": {
    columns: [text("a", { unique: true })],
    rows: [{ a: "x" }],
    change: (s) => s.update("a", { unique: false }),
    since: (s) => done(s.row({ a: "x" })),
    shown: member("a", "unique"),
    without: false,
    forced: false,
  },
  "the default does not fit the former type": {
    columns: [{ name: "a", type: "number" }],
    change: (s) => s.update("a", { type: "text" }),
    since: (s) => done(s.update("a", { default: "none" })),
    shown: member("a", "default"),
    without: "none",
    forced: null,
  },
  "cells do not fit the former type": {
    columns: [{ name: "a", type: "number" }],
    rows: [{ a: 1 }],
    change: (s) => s.update("a", { type: "text" }),
    since: (s) => done(s.row({ a: "none" })),
    shown: cellsOf("a"),
    without: ["1", "none"],
    forced: [1, null],
  },
  "cells of a relation that comes back name no row": {
    columns: [text("a")],
    first: (s) => done(s.create({ name: "o", type: "relation", relation: s.path })),
    change: (s) => s.update("o", { type: "text" }),
    since: (s) => done(s.row({ o: "nobody" })),
    shown: cellsOf("o"),
    without: ["nobody"],
    forced: [null],
  },
  "a row cannot hold the cell as the former type stores it": {
    columns: [
      { name: "a", type: "datetime" },
      { name: "b", type: "json" },
    ],
    change: (s) => s.update("a", { type: "date" }),
    since: (s) => done(s.row({ a: "2026-01-01", ...json(ROW_BYTES_MAX - 40) })),
    shown: cellsOf("a"),
    without: ["2026-01-01"],
    forced: [null],
  },
  "the display column of a relation is gone": {
    columns: [text("a"), text("b")],
    first: (s) =>
      done(s.create({ name: "o", type: "relation", relation: { ...s.path, display_column: "b" } })),
    change: (s) => s.remove("o"),
    since: (s) => done(s.remove("b")),
    shown: async (s) =>
      ((await s.shown("o"))?.["relation"] as Record<string, unknown> | undefined)?.["display_column"],
    without: undefined,
    forced: null,
  },
  "formulas need the type that goes": {
    columns: [text("a")],
    rows: [{ a: "5" }],
    change: (s) => s.update("a", { type: "number" }),
    since: (s) => done(s.create({ name: "f", type: "formula", formula: "{a} + 1" })),
    shown: async (s) => [(await s.shown("a"))?.["type"], await computed(s)],
    without: ["number", 6],
    forced: ["text", null],
  },
};

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [, section = ""] = readme.split("## What force does\n");
const rows = section
  .split("\n")
  .filter((line) => /^\| (?!-|What)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("every row of the table is shown here, and nothing else", () => {
  assert.deepEqual(
    rows.map(([, what]) => what),
    Object.keys(cases),
  );
});

for (const [, what = "", ...cells] of rows)
  describe(what, () => {
    for (const [place, force] of [false, true].entries())
      test(`${force ? "with" : "without"} force: ${cells[place]}`, async () => {
        const one = cases[what];
        assert.ok(one !== undefined);
        const s = await sheet(one.columns, one.rows);
        await one.first?.(s);
        const made = await done(one.change(s));
        await one.since(s, made);
        const reply = await s.undo(made, { force });
        const [, outcome] = /^`?(\w+)/.exec(cells[place] ?? "") ?? [];
        const { code = "undone" } = reply.body as { code?: string };
        assert.equal(code, outcome, JSON.stringify(reply.body));
        assert.deepEqual(await one.shown(s, made), force ? one.forced : one.without);
      });
  });
