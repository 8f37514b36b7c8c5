import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedOf } from "./refused-decisions.ts";

test("a refusal of one of several says what is wrong with it and what to do", () => {
  for (const [status, code, expected] of [
    [409, "changeset_conflict", /so it was not applied\. Ask for a new proposal/],
    [412, "version_conflict", /It still waits: open it/],
    [422, "validation_failed", /no longer valid, so it was not applied/],
    [422, "consent_missing", /Ask the person/],
    [504, "timeout", /It still waits: decide on it again/],
    [403, "module_disabled", /off for your team/],
  ] as const)
    assert.match(refusedOf({ status, code }), expected, code);
});
