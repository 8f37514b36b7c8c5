import assert from "node:assert/strict";
import { test } from "node:test";
import {
  conditionsOf,
  filtersIn,
  filtersOf,
  nodeOf,
  withCondition,
  withConditionInGroup,
  withGroupJoins,
  without,
  withPart,
} from "./tree.ts";

const a = { field: "a", op: "eq", value: 1 };
const b = { field: "b", op: "empty" };
const c = { field: "c", op: "in", value: ["x"] };

/** Filters of every form that an address or a view may have. */
const NODES: readonly unknown[] = [
  a,
  { and: [a, b] },
  { or: [a, b] },
  { or: [a] },
  { and: [a, { or: [b, c] }] },
  { and: [{ or: [b, c] }] },
  { or: [{ and: [a, b] }, { and: [b, c] }] },
  { not: a },
  { and: [a, { not: b }] },
  { or: [a, { and: [b, { or: [c, a] }] }] },
  { and: [] },
  {},
  [],
  5,
  "{",
  { field: 1 },
  { field: "a", op: "eq", value: 1, more: true },
  { and: [a], or: [b] },
  { and: [a, null, "x"] },
];

test("every filter is read into parts, and written as it was", () => {
  for (const node of NODES) {
    const filters = filtersOf(node);
    assert.ok(filters.parts.length > 0, JSON.stringify(node));
    assert.deepEqual(nodeOf(filters), node);
    assert.deepEqual(filtersIn(JSON.stringify(node)), filters);
  }
});

test("one condition in a list is written without the list", () => {
  assert.deepEqual(nodeOf(filtersOf({ and: [a] })), a);
});

test("no filter has no parts, and a text that is not JSON has one that chips cannot show", () => {
  assert.equal(nodeOf(filtersOf(null)), undefined);
  assert.equal(nodeOf(filtersOf(undefined)), undefined);
  assert.deepEqual(filtersIn("{").parts, [{ own: "{" }]);
});

test("an added, edited and removed condition leaves all other parts as they were", () => {
  for (const node of NODES) {
    const before = filtersOf(node);
    const added = withPart(before, { condition: c });
    assert.deepEqual(added.parts.slice(0, -1), before.parts);
    const edited = withCondition(added, { part: added.parts.length - 1 }, b);
    assert.deepEqual(edited.parts.slice(0, -1), before.parts);
    assert.deepEqual(without(edited, { part: edited.parts.length - 1 }).parts, before.parts);
    assert.deepEqual(filtersOf(nodeOf(added)), added);
  }
});

test("a condition of a group is edited, added and removed in its place, and the group goes with its last", () => {
  const grouped = filtersOf({ and: [a, { or: [b, c] }, { not: a }] });
  const edited = withCondition(grouped, { part: 1, inGroup: 0 }, a);
  assert.deepEqual(nodeOf(edited), { and: [a, { or: [a, c] }, { not: a }] });
  assert.deepEqual(nodeOf(withConditionInGroup(grouped, 1, a)), { and: [a, { or: [b, c, a] }, { not: a }] });
  assert.deepEqual(nodeOf(withGroupJoins(grouped, 1, "and")), { and: [a, { and: [b, c] }, { not: a }] });
  const one = without(grouped, { part: 1, inGroup: 1 });
  assert.deepEqual(nodeOf(one), { and: [a, { or: [b] }, { not: a }] });
  assert.deepEqual(nodeOf(without(one, { part: 1, inGroup: 0 })), { and: [a, { not: a }] });
  assert.deepEqual(conditionsOf(grouped), [a, b, c]);
});
