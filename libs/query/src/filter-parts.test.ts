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

test("every field a filter names is found, a value that looks like a filter is none", () => {
  const filter = { and: [is("a"), { or: [is("b"), { not: { and: [is("__proto__")] } }] }] };
  assert.deepEqual([...fieldsIn(filter)], ["a", "b", "__proto__"]);
  assert.deepEqual([...fieldsIn({ field: "a", op: "eq", value: { field: "b" } })], ["a"]);
});
