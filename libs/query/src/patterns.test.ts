import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { compileFilterNode, parseFilter } from "./filter.ts";
import { type Field, fieldsOf } from "./field.ts";
import { isInstant } from "./instant.ts";
import { Params } from "./params.ts";
import { FILTER_PATTERN, INSTANT_PATTERN, SORT_PATTERN } from "./patterns.ts";
import { parseSort } from "./sort.ts";

const TRIES = 10_000;
const fields = fieldsOf(
  ...["id", "a", "b", "c", "d", "e"].map((name): Field => ({ name, kind: "text", sql: `t.${name}` })),
);

/** Texts of some pieces, the same in every run. */
function* textsOf(pieces: readonly string[], most: number): Generator<string> {
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let count = 0; count < TRIES; count += 1)
    yield Array.from({ length: next(most) + 1 }, () => pieces[next(pieces.length)]).join("");
}

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

test("a sort is read if and only if it has the described form, and names each field once (clients.schemas)", () => {
  const form = new RegExp(SORT_PATTERN);
  for (const text of textsOf(
    ["a:asc", "b:desc", "c:asc", "d:asc", "e:desc", ",", ":", "a", " ", "asc"],
    11,
  )) {
    const names = text.split(",").map((part) => part.split(":")[0] ?? "");
    const isKnown = names.every((name) => fields.has(name)) && new Set(names).size === names.length;
    assert.equal(
      isTaken(() => parseSort(text, fields, "id:asc")),
      form.test(text) && isKnown,
      text,
    );
  }
});

test("a text that has not the described form of a filter is not read as one (clients.schemas)", () => {
  const form = new RegExp(FILTER_PATTERN);
  const condition = '{"field":"a","op":"eq","value":"x"}';
  let taken = 0;
  for (const text of textsOf([condition, condition, " ", "\n", "[", "]", "null", "1", '"x"', "\u00a0"], 4)) {
    const isRead = isTaken(() =>
      compileFilterNode(parseFilter(text), fields, new Params(), { timezone: "UTC" }),
    );
    taken += Number(isRead);
    assert.ok(!isRead || form.test(text), text);
  }
  assert.ok(taken > 100);
});

test("an instant has the described form (clients.schemas)", () => {
  const form = new RegExp(INSTANT_PATTERN);
  const pieces = ["2026-01-01", "T", "12:00:00", "Z", "+01:00", ".5", "-23:59", "t", " 02:00"];
  for (const text of textsOf(pieces, 5)) assert.ok(!isInstant(text) || form.test(text), text);
});
