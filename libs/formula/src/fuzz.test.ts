import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkFormulas, type Json } from "./index.ts";
import { computedOf, evaluated, plain } from "./testing/evaluated.ts";
import { groups } from "./functions.ts";
import { dice, Fault, number, truth, words, type Pair, type Plain } from "./testing/reference.ts";

/** Returns the reference's result of the formula: its value, or its error value. */
function expectedOf(pair: Pair): Plain {
  try {
    return pair.value();
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

function isClose(actual: Json | undefined, expected: unknown): boolean {
  return typeof actual === "number" && typeof expected === "number"
    ? Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    : actual === expected;
}

test("20,000 random formulas yield what a second evaluator, grown beside the text, works out", (t) => {
  const roll = dice(20261121);
  const counts = { number: 0, text: 0, boolean: 0, blank: 0, error: 0 };
  for (let compared = 0; compared < 20_000;) {
    const pair = [number, words, truth][roll(3)]?.(roll, 3);
    if (pair === undefined || pair.text.length > 4_000 || pair.text.split("{").length > 65) continue;
    const expected = expectedOf(pair);
    const actual = evaluated(pair.text);
    assert.ok(
      isClose(actual, expected),
      `${pair.text}: ${JSON.stringify(actual)} instead of ${String(expected)}`,
    );
    const isError = typeof expected === "string" && expected.startsWith("#");
    const kind = expected === null ? "blank" : isError ? "error" : typeof expected === "string" ? "text" : typeof expected; // prettier-ignore
    counts[kind as keyof typeof counts] += 1;
    compared += 1;
  }
  t.diagnostic(JSON.stringify(counts));
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 500, `${kind}: ${count}`);
});

test("800 calls yield what a public implementation recorded for them", () => {
  const text = readFileSync(new URL("testing/recorded.json", import.meta.url), "utf8");
  const recorded = Object.entries(JSON.parse(text) as Record<string, Json>);
  assert.equal(recorded.length, 800);
  for (const [source, expected] of recorded) {
    const actual = evaluated(source);
    assert.ok(isClose(actual, expected), `${source}: ${JSON.stringify(actual)}`);
  }
});

const pieces = [
  "{n}",
  "{t}",
  "{none}",
  "{d}",
  "{at}",
  "{l}",
  "{j}",
  "{f}",
  "(",
  ")",
  ",",
  "+",
  "-",
  "^",
  "&",
  "<",
  "=",
  '"x"',
  "1e308",
  "0",
  "{",
  '"',
  "\\",
  "}",
  "é",
];

test("20,000 random strings of words never throw past the library, hang, or yield what JSON cannot hold", (t) => {
  const roll = dice(7);
  const names = [...groups.values()].flat().map((fn) => `${fn.name}(`);
  let taken = 0;
  for (let i = 0; i < 20_000; i += 1) {
    const source = Array.from({ length: 1 + roll(8) }, () =>
      roll(3) === 0 ? names[roll(names.length)] : pieces[roll(pieces.length)],
    ).join("");
    const closed = source + ")".repeat(Math.max(0, source.split("(").length - source.split(")").length));
    const formulas = new Map([["f", closed]]);
    if (checkFormulas(formulas, plain).get("f")?.fault !== undefined) continue;
    taken += 1;
    const data: Record<string, Json> = {
      n: 4,
      t: "text",
      d: "2026-01-31",
      at: "2026-01-31T10:00:00Z",
      l: [1, "a"],
      j: { a: 1 },
    };
    const row = { id: "r", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z", data };
    const { computed } = computedOf(formulas, row);
    assert.deepEqual(Object.keys(computed), ["f"], closed);
  }
  t.diagnostic(`${taken} of 20,000 were formulas`);
  assert.ok(taken > 200, `${taken} were formulas`);
});
