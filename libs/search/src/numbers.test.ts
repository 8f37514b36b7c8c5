import assert from "node:assert/strict";
import { test } from "node:test";
import { isNumber, numbersIn } from "./numbers.ts";

const written: [question: string, numbers: string[]][] = [
  ["Who is +49 30 123456?", ["4930123456"]],
  ["+49 (0)30/123456", ["4930123456"]],
  ["0049-30-123456", ["4930123456"]],
  ["030 123 456", ["30123456"]],
  ["(415) 555-2671", ["4155552671"]],
  ["call ＋１ ４１５ ５５５ ２６７１ or 415.555.2671", ["14155552671", "4155552671"]],
  ["4930123456", ["4930123456"]],
  ["invoice 4711 of 12 chairs", []],
  ["123456", []],
  ["1 2 3 4 5 6 7 8 9 10 11 12 13", []],
];
for (const [question, numbers] of written)
  test(`the numbers of ${JSON.stringify(question)} (context.words)`, () =>
    assert.deepEqual(numbersIn(question), numbers));

test("a number is the one that it ends, with a country before it and nothing else", () => {
  for (const word of ["4155552671", "14155552671", "3584155552671"])
    assert.ok(isNumber("4155552671", word), word);
  for (const word of ["99994155552671", "a4155552671", "41555526710"])
    assert.ok(!isNumber("4155552671", word), word);
  assert.ok(!isNumber("12", "2012"), "less than seven digits are no number that has a country");
});

test("of the numbers of a long question the first eight are looked up", () => {
  const numbers = Array.from({ length: 250 }, (_, index) => String(1_234_567 + index));
  assert.deepEqual(numbersIn(numbers.join(",")), numbers.slice(0, 8));
});

test("a question of 2,000 characters that almost is a number is read at once", () => {
  for (const question of ["1-".repeat(1_000), "1" + "-".repeat(1_999), "(".repeat(2_000), "1 ".repeat(1_000)])
    assert.deepEqual(numbersIn(question), []);
});
