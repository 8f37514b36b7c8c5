import assert from "node:assert/strict";
import { test } from "node:test";
import { questionsOf } from "./answers.ts";

const field = (id: string, label: string, type: "short_text" | "section" = "short_text") => ({
  id,
  label,
  type,
});

test("every answer has a column: questions of one label, labels that are numbers, questions that are gone", () => {
  const fields = [
    field("a", "Name"),
    field("b", "Name"),
    field("s", "Part", "section"),
    field("c", "2"),
    field("d", "1"),
  ];
  const submissions = [
    { data: { a: "first", old: "kept", "7": "seven" } },
    { data: { b: "second", old: "too" } },
  ];
  assert.deepEqual(questionsOf(fields, submissions), [
    { id: "a", label: "Name (1)", isAsked: true },
    { id: "b", label: "Name (2)", isAsked: true },
    { id: "c", label: "2", isAsked: true },
    { id: "d", label: "1", isAsked: true },
    { id: "7", label: "7, removed", isAsked: false },
    { id: "old", label: "old, removed", isAsked: false },
  ]);
});

test("questions that nobody has answered have their columns too", () => {
  assert.deepEqual(questionsOf([field("a", "A")], []), [{ id: "a", label: "A", isAsked: true }]);
});
