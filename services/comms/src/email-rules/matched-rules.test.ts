import assert from "node:assert/strict";
import { test } from "node:test";
import { matchedRules, type RunningRule } from "./matches.ts";

const mail = {
  from: ["ada@example.com"],
  to: ["in@acme.example"],
  subject: "Invoice 7",
  text: "",
  hasAttachment: false,
};
const rule = (name: string, value: string, stop = false): RunningRule => ({
  id: name,
  name,
  match: { all: [{ field: "subject", op: "contains", value }] },
  actions: [{ type: "tag_contact", tag: name }],
  stop,
});
const names = (rules: RunningRule[]) => matchedRules(rules, mail).map(({ name }) => name);

test("all rules that match are met in their order; one with stop is the last, unless it does not match", () => {
  assert.deepEqual(names([rule("a", "invoice"), rule("b", "order", true), rule("c", "7")]), ["a", "c"]);
  assert.deepEqual(names([rule("a", "invoice"), rule("b", "7", true), rule("c", "7")]), ["a", "b"]);
  assert.deepEqual(names([]), []);
});
