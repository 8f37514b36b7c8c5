import { ProblemError } from "@jst/client";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleFaults } from "./faults.ts";

const refusedAt = (...fields: string[]) =>
  new ProblemError(422, {
    type: "about:blank",
    title: "Unprocessable",
    status: 422,
    code: "validation_failed",
    detail: "Wrong.",
    request_id: "r",
    errors: fields.map((field) => ({ field, code: "invalid_value", message: `${field} is wrong.` })),
  });

test("a refused member of a rule stands at its field, by saving and by trying alike", () => {
  const places = (error: unknown, within?: string) =>
    ruleFaults(error, within).map(({ field, place }) => [field, place]);
  const fields = ["when.fields.1", "when.amount.gte", "approvers.members.0", "needed", "name", "when.doors"];
  const shown = [
    ["when.fields.1", "when.fields"],
    ["when.amount.gte", "when.amount"],
    ["approvers.members.0", "approvers"],
    ["needed", "needed"],
  ];
  assert.deepEqual(places(refusedAt(...fields)), shown);
  const tried = fields.map((field) => `rules.2.${field}`);
  assert.deepEqual(
    places(refusedAt("rules.0.needed", ...tried), "rules.2."),
    shown.map(([field, place]) => [`rules.2.${String(field)}`, place]),
  );
  assert.deepEqual(places(new Error("no answer")), []);
});
