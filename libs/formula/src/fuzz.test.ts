import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFormulas, type Json } from "./index.ts";
import { computedOf, evaluated, plain } from "./testing/evaluated.ts";
import { groups } from "./functions.ts";

/** A repeatable source of numbers from 0 to below the bound (mulberry32). */
function dice(seed: number) {
  let state = seed;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

/** A formula as text, how tightly its outermost operator binds, and its value worked out beside our code. */
interface Pair {
  text: string;
  binding: number;
  value: () => number | null | string;
}

/** Stops the work on an error value. */
class Fault extends Error {}
const fail = (code: string): never => {
  throw new Fault(code);
};
const real = (n: number) => (Number.isFinite(n) ? n : fail("#NUM!"));
const both = (left: Pair, right: Pair, work: (a: number, b: number) => number) => () => {
  const a = left.value();
  const b = right.value();
  return typeof a === "number" && typeof b === "number" ? real(work(a, b)) : null;
};

const infix: [string, number, (a: number, b: number) => number][] = [
  ["+", 3, (a, b) => a + b],
  ["-", 3, (a, b) => a - b],
  ["*", 4, (a, b) => a * b],
  ["/", 4, (a, b) => (b === 0 ? fail("#DIV/0!") : a / b)],
  ["%", 4, (a, b) => (b === 0 ? fail("#DIV/0!") : ((a % b) + b) % b)],
];

/** Brackets stand only where the operators would bind otherwise. */
const wrap = (pair: Pair, least: number) => (pair.binding < least ? `(${pair.text})` : pair.text);

function grow(roll: (bound: number) => number, depth: number): Pair {
  if (depth === 0 || roll(6) === 0) return leaf(roll);
  const a = grow(roll, depth - 1);
  const b = grow(roll, depth - 1);
  switch (roll(8)) {
    case 0:
      return {
        text: `-${wrap(a, 5)}`,
        binding: 5,
        value: () => {
          const v = a.value();
          return typeof v === "number" ? -v : null;
        },
      };
    case 1:
      return {
        text: `if(${a.text} > ${b.text}, ${a.text}, ${b.text})`,
        binding: 9,
        value: () => {
          const x = a.value();
          const y = b.value();
          return x !== null && y !== null && x > y ? x : y;
        },
      };
    case 2:
      return {
        text: `IFERROR(${a.text}, ${b.text})`,
        binding: 9,
        value: () => {
          try {
            return a.value();
          } catch {
            return b.value();
          }
        },
      };
    case 3: {
      const values = () => [a.value(), b.value()].filter((v) => typeof v === "number");
      return {
        text: `SUM(${a.text},${b.text})`,
        binding: 9,
        value: () => real(values().reduce((x, y) => x + y, 0)),
      };
    }
    default: {
      const [operator, binding, work] = infix[roll(infix.length)] ?? fail("none");
      return {
        text: `${wrap(a, binding)}${[" ", ""][roll(2)]}${operator} ${wrap(b, binding + 1)}`,
        binding,
        value: both(a, b, work),
      };
    }
  }
}

function leaf(roll: (bound: number) => number): Pair {
  const n = roll(9);
  const leaves: [string, number | null][] = [
    ["{n}", 4],
    ["{zero}", 0],
    ["{none}", null],
    [String(n), n],
  ];
  const [text, value] = leaves[roll(leaves.length)] ?? fail("none");
  return { text, binding: 9, value: () => value };
}

test("5,000 random expressions yield what a second evaluator, grown beside the text, works out", () => {
  const roll = dice(20261121);
  let compared = 0;
  while (compared < 5_000) {
    const pair = grow(roll, 4);
    if (pair.text.length > 4_000 || pair.text.split("{").length > 65) continue;
    let expected: number | null | string;
    try {
      expected = pair.value();
    } catch (fault) {
      expected = (fault as Fault).message;
    }
    const actual = evaluated(pair.text);
    const isClose =
      typeof actual === "number" && typeof expected === "number"
        ? Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
        : actual === expected;
    assert.ok(isClose, `${pair.text}: ${JSON.stringify(actual)} instead of ${String(expected)}`);
    compared += 1;
  }
});

const words = [
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

test("20,000 random strings of words never throw past the library, hang, or yield what JSON cannot hold", () => {
  const roll = dice(7);
  const names = [...groups.values()].flat().map((fn) => `${fn.name}(`);
  let taken = 0;
  for (let i = 0; i < 20_000; i += 1) {
    const source = Array.from({ length: 1 + roll(8) }, () =>
      roll(3) === 0 ? names[roll(names.length)] : words[roll(words.length)],
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
  assert.ok(taken > 200, `${taken} were formulas`);
});
