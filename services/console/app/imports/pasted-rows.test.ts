import assert from "node:assert/strict";
import { test } from "node:test";
import type { ManyRows, TextBlock } from "../grid/clipboard.ts";
import type { GoalColumn } from "./mapping.ts";
import { isHeaded, pastedImport } from "./pasted-rows.ts";

const column = (name: string, display_name: string, type: GoalColumn["type"] = "text"): GoalColumn => ({
  ...{ name, display_name, type, unique: false, options: {} },
});
const into = { id: "t", columns: [column("sku", "Article"), column("size", "Size 1", "number")] };
const ID = "0198f0a0-0000-7000-8000-000000000000";
const under = ["sku", "size", undefined];

const many = (texts: TextBlock, ids: readonly string[] = texts.map(() => "")): ManyRows => ({
  ...{ pasted: { texts }, under, ids },
});

test("a first line is one of names if it names most of its columns (console.paste-many)", () => {
  assert.equal(isHeaded(many([["article", "size-1", "x"]]), into), true);
  assert.equal(isHeaded(many([["Article", "2", "x"]]), into), false);
  assert.equal(isHeaded(many([["ID"], [ID]]), into), true);
  assert.equal(isHeaded(many([["ID"], ["17"]]), into), false);
});

test("pasted cells go to the columns over which they were pasted, and no text of theirs changes", () => {
  const { text, part, goals, leftOut } = pastedImport(many([["=a", "1,5", 'say "x"']]), into, false);
  assert.equal(text, 'sep=\t\nArticle\tColumn Size 1\tColumn 3\n\'=a\t1,5\t"say ""x"""');
  assert.deepEqual(part.columns, [
    { index: 0, to: { column: "sku" } },
    { index: 1, to: { column: "size" } },
    { index: 2, to: null },
  ]);
  assert.deepEqual([part.match, goals.map(({ name }) => name), leftOut], [null, ["sku", "size"], 1]);
});

test("pasted cells over rows that are there are matched by id, and empty ones empty them", () => {
  const { text, part } = pastedImport(
    many(
      [
        ["a", ""],
        ["b", "2"],
      ],
      [ID, ""],
    ),
    into,
    false,
  );
  assert.equal(text.split("\n").at(-2), `${ID}\ta\t`);
  assert.equal(text.split("\n").at(-1), "\tb\t2");
  assert.deepEqual(part.match, { by: "id", on_match: "update", on_new: "create" });
  assert.deepEqual(part.columns?.slice(0, 2), [
    { index: 0, to: { field: "id" } },
    { index: 1, to: { column: "sku" }, on_empty: "clear" },
  ]);
});

test("cells that the same team has copied have their exact values", () => {
  const pasted = {
    texts: [["a", "1,234.5"]],
    own: { types: ["text", "number"], values: [["a", 1234.5]] },
  };
  const { text, part } = pastedImport({ pasted, under, ids: [""] }, into, false);
  assert.equal(text.split("\n").at(-1), "a\t1234.5");
  assert.equal(part.columns?.[1]?.decimal, ".");
});

test("a first line of names maps the columns, also the ids by which rows are found", () => {
  const block = [
    ["Size 1", "id", "Colour", ""],
    ["1", ID, "red", ""],
  ];
  const { text, part, rows, leftOut } = pastedImport(many(block), into, true);
  assert.equal(text.split("\n")[1], "Column Size 1\tid\tColour\tColumn 4");
  assert.deepEqual(
    part.columns?.map(({ to }) => to),
    [{ column: "size" }, { field: "id" }, null, null],
  );
  assert.deepEqual([part.match?.by, rows, leftOut], ["id", 1, 2]);
});
