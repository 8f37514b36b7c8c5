import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, faultOf, leavesOf, textOf } from "./request-body.ts";

const body = {
  first_name: "Ada",
  data: { amount: 3, is_paid: false, "a b": null },
  tags: ["x", "y z"],
  custom: {},
  rows: [[1]],
};
const leaves = leavesOf(body);
const texts = leaves.map(textOf);

test("each value of a body has a field in its place, those of objects inside too", () => {
  assert.deepEqual(
    leaves.map(({ path, kind }) => [path.join("."), kind]),
    [
      ["first_name", "text"],
      ["data.amount", "number"],
      ["data.is_paid", "boolean"],
      ["data.a b", "json"],
      ["tags", "texts"],
      ["custom", "json"],
      ["rows", "json"],
    ],
  );
});

test("texts that nobody has changed are the same body", () => {
  assert.deepEqual(bodyOf(body, leaves, texts), body);
});

test("changed texts are read by the kind of their value, and the rest stays", () => {
  const changed = ["Grace", "4.5", "true", '"c"', " y z\n\nnew, one", "{}", "[]"];
  assert.deepEqual(bodyOf(body, leaves, changed), {
    first_name: "Grace",
    data: { amount: 4.5, is_paid: true, "a b": "c" },
    tags: ["y z", "new, one"],
    custom: {},
    rows: [],
  });
  assert.deepEqual(body.data.amount, 3);
});

test("texts that lines would change are written as JSON, and an empty list too", () => {
  for (const tags of [["a\nb"], [" a"], [""], [], ["a", 1]])
    assert.deepEqual(
      leavesOf({ tags }).map(({ kind }) => kind),
      ["json"],
    );
});

test("a text that cannot be read is a fault, and makes no body", () => {
  for (const [place, text] of [
    [1, "many"],
    [1, " "],
    [6, "[x"],
  ] as const) {
    const leaf = leaves[place];
    assert.ok(leaf !== undefined && faultOf(leaf, text) !== undefined, text);
    const wrong = texts.map((was, at) => (at === place ? text : was));
    assert.equal(bodyOf(body, leaves, wrong), undefined);
  }
});

test("a write without a body has no fields", () => {
  assert.deepEqual(leavesOf(null), []);
});
