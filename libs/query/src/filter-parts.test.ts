import assert from "node:assert/strict";
import { test } from "node:test";
import { conjuncts, fieldsIn } from "./filter-parts.ts";

const is = (field: string) => ({ field, op: "empty" });

test("a filter comes apart where all parts have to hold, and nowhere else", () => {
  const either = { or: [is("b"), { and: [is("c"), is("d")] }] };
  assert.deepEqual(conjuncts(is("a")), [is("a")]);
  assert.deepEqual(conjuncts({ and: [is("a"), { and: [either, { not: is("e") }] }] }), [
    is("a"),
    either,
    { not: is("e") },
  ]);
  assert.deepEqual(conjuncts(either), [either]);
});

test("every field a filter names is found, a value that looks like a filter is a value", () => {
  const filter = { and: [is("a"), { or: [is("b"), { not: { and: [is("__proto__")] } }] }] };
  assert.deepEqual([...fieldsIn(filter)], ["a", "b", "__proto__"]);
  assert.deepEqual([...fieldsIn({ field: "a", op: "eq", value: { field: "b" } })], ["a"]);
});

test("a filter that is nested deeper than any that compiles comes apart too, as far as one compiles", () => {
  for (const group of ["and", "or", "not"]) {
    let filter: unknown = is("a");
    for (let depth = 0; depth < 100_000; depth++) filter = { [group]: group === "not" ? filter : [filter] };
    assert.deepEqual([...fieldsIn(filter)], []);
    assert.equal(conjuncts(filter).length, 1);
  }
});
