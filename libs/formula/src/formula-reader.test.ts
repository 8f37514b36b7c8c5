import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFormulas } from "./check-formulas.ts";
import { FormulaReader, READY_WORDS_MAX } from "./formula-reader.ts";
import { FormulaSet } from "./formula-set.ts";
import { parseFormula } from "./parse.ts";
import { plain, view } from "./testing/evaluated.ts";

/** A reader, and the texts it has parsed. */
function counting() {
  const parsed: string[] = [];
  const reader = new FormulaReader((source) => {
    parsed.push(source);
    return parseFormula(source);
  });
  return { reader, parsed, drain: () => parsed.splice(0) };
}

/** A table full of the longest formulas, but for a last one. */
const long = (i: number) => `${i}${"+1".repeat(1_998)}`;
const table = (last: string) =>
  new Map([...Array.from({ length: 198 }, (_, i): [string, string] => [`f${i}`, long(i)]), ["last", last]]);

test("of a table full of formulas a change of one reads that one alone, and a change of a column those that name it", () => {
  const { reader, drain } = counting();
  checkFormulas(table("{n} + 1"), plain, reader);
  assert.equal(drain().length, 199);
  checkFormulas(table("{n} + 1"), plain, reader);
  FormulaSet.of(table("{n} + 1"), plain, reader);
  assert.deepEqual(drain(), []);
  checkFormulas(table("{n} + 2"), plain, reader);
  assert.deepEqual(drain(), ["{n} + 2"]);
  checkFormulas(table("{n} + 1"), plain, reader);
  drain();
  const changed = checkFormulas(table("{n} + 1"), new Map([...plain, ["n", "text"]]), reader);
  assert.deepEqual([drain(), changed.get("last")?.type], [["{n} + 1"], undefined]);
});

test("prepared formulas stay within their bound, and dropped ones still run", () => {
  const { reader } = counting();
  const formulas = table("{n} + 1");
  const set = FormulaSet.of(formulas, plain, reader);
  const inputs = set.inputs.map(() => 4);
  assert.equal(set.prepare().next().done, true);
  const outcomes = set.evaluate(inputs, view);
  assert.deepEqual([outcomes[0], outcomes[7], outcomes.at(-1)], [1_998, 2_005, 5]);
  assert.ok(reader.readyWords > 0 && reader.readyWords <= READY_WORDS_MAX, String(reader.readyWords));
});

test("what a set evaluates is made ready before its rows, with what it builds upon, once", () => {
  const { reader, drain } = counting();
  const formulas = new Map([
    ["a", "{n} * 2"],
    ["b", "{a} + 1"],
    ["c", "{n} - 1"],
  ]);
  const set = FormulaSet.of(formulas, plain, reader).only(new Set(["b"]));
  drain();
  for (let round = 0; round < 2; round += 1) {
    assert.equal([...set.prepare()].length, 2);
    assert.deepEqual(set.evaluate([4], view), [9]);
  }
  assert.deepEqual(drain().toSorted(), ["{a} + 1", "{n} * 2"]);
});

test("formulas that all build upon each other are laid out by reading the names in each once", () => {
  let walks = 0;
  class Counting extends FormulaReader {
    override read(source: string) {
      const known = super.read(source);
      const columns = [...known.columns];
      columns[Symbol.iterator] = () => {
        walks += 1;
        return known.columns.values();
      };
      return { ...known, columns };
    }
  }
  const names = (i: number) => Array.from({ length: Math.min(i, 64) }, (_, k) => `{f${i - 1 - k}}`);
  const formulas = new Map(
    Array.from({ length: 199 }, (_, i) => [`f${i}`, ["{n}", ...names(i).slice(1)].join("+")] as const),
  );
  const set = FormulaSet.of(formulas, plain, new Counting());
  assert.deepEqual([set.names.length, set.inputs.map(({ name }) => name)], [199, ["n"]]);
  assert.ok(walks <= 2 * 199, `${walks} walks`);
});
