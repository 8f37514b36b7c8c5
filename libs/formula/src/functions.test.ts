import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { groups } from "./functions.ts";
import type { Json } from "./index.ts";
import { kindOf, type FormulaFunction, type Kind } from "./signature.ts";
import { dateExamples } from "./testing/date-examples.ts";
import { evaluated } from "./testing/evaluated.ts";
import { examples } from "./testing/examples.ts";

const functions = [...groups.values()].flat();
const all = new Map([...Object.entries(examples), ...Object.entries(dateExamples)]);

/** One argument of each kind that every function takes. */
const sample = { number: "2", text: '"day"', words: '"a"', date: "{d}", list: "{l}", condition: "true" };
const call = (fn: FormulaFunction, replaced: number, by: string) =>
  `${fn.name}(${fn.parameters
    .map((parameter, i) => {
      const kind = kindOf(parameter);
      return i === replaced ? by : kind in sample ? sample[kind as keyof typeof sample] : "1";
    })
    .join(", ")})`;

for (const fn of functions) {
  test(`${fn.name} yields what its examples say`, () => {
    const cases = Object.entries(all.get(fn.name) ?? {});
    assert.ok(cases.length >= 3, `${fn.name} has ${cases.length} examples`);
    for (const [source, expected] of cases) assert.deepEqual(evaluated(source), expected, source);
  });

  test(`${fn.name} is blank for a blank where its parameter has no rule for it`, () => {
    for (const [i, parameter] of fn.parameters.entries()) {
      if (!["number", "text", "date", "list"].includes(kindOf(parameter))) continue;
      const source = call(fn, i, "BLANK()");
      assert.equal(evaluated(source), null, source);
    }
  });

  test(`${fn.name} passes an error of its arguments on, unless it is there to stop it`, () => {
    for (const [i, parameter] of fn.parameters.entries()) {
      if (kindOf(parameter) === "lazy") continue;
      const source = call(fn, i, "IF(true, 1/0, {j})");
      assert.equal(evaluated(source), "#DIV/0!", source);
    }
  });
}

/** For each kind of argument, cells of a json column that are not of it: nothing is known of them before the row. */
const strangers: Partial<Record<Kind, readonly Json[]>> = {
  number: ["1", true, [1]],
  numbers: ["1", false, ["a"]],
  text: [["a"]],
  words: [["a"]],
  date: ["2026-01-31", 1, true, [1]],
  list: ["a", 1, true],
};

for (const fn of functions) {
  test(`${fn.name} is #VALUE! for an argument of another type`, () => {
    for (const [i, parameter] of fn.parameters.entries()) {
      for (const stranger of strangers[kindOf(parameter)] ?? []) {
        const source = call(fn, i, "{j}");
        assert.equal(
          evaluated(source, { j: stranger }),
          "#VALUE!",
          `${source} of ${JSON.stringify(stranger)}`,
        );
      }
    }
  });
}

test("an alias yields what its function yields, in any case", () => {
  for (const { name, aliases } of functions) {
    for (const alias of aliases) {
      for (const [source, expected] of Object.entries(all.get(name) ?? {})) {
        const spelled = source.replaceAll(`${name}(`, `${alias.toLowerCase()}(`);
        assert.notEqual(spelled, source);
        assert.deepEqual(evaluated(spelled), expected, spelled);
      }
    }
  }
});

test("every name and alias (tables.functions) is a function, in any case, and no other", () => {
  const names = readFileSync(new URL("testing/contract-names.txt", import.meta.url), "utf8")
    .split(/\s+/)
    .filter(Boolean);
  assert.deepEqual(functions.flatMap((fn) => [fn.name, ...fn.aliases]).sort(), [...names].sort());
  assert.equal(evaluated('concatenate("a", Concat("b"))'), "ab");
});

test("ARRAY_UNIQUE keeps items of different types that read alike, each once", () => {
  const items = [1, "1", true, "true", null, "null", ["a"], '["a"]', ["a"], "1", 1];
  assert.deepEqual(evaluated("ARRAY_UNIQUE({j})", { j: items }), items.slice(0, 8));
});

test("the README names every function with its parameters and result", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  for (const [group, rows] of groups) {
    const calls = rows.map((fn) => {
      const aliases = fn.aliases.length === 0 ? "" : ` (${fn.aliases.join(", ")})`;
      return `${fn.name}(${fn.parameters.join(", ")})${aliases}`;
    });
    assert.ok(readme.includes(`- **${group}**: ${calls.join("; ")}.\n`), `${group}: ${calls.join("; ")}.`);
  }
});
