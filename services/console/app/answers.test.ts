import { ProblemError, type Problem } from "@jst/client";
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal, isWorthAnotherTry } from "./answers.ts";

const answer = (status: number, code: Problem["code"]) =>
  new ProblemError(status, { status, code, detail: code } as Problem);

test("a write whose first request still runs, or that no answer came to, is not refused and is tried again", () => {
  const open = [
    answer(409, "idempotency_in_progress"),
    answer(503, "unavailable"),
    new TypeError("no network"),
  ];
  for (const error of open) {
    assert.equal(isRefusal(error), false, error.message);
    assert.equal(isWorthAnotherTry(2, error), true, error.message);
    assert.equal(isWorthAnotherTry(3, error), false, "a third try was the last");
  }
});

test("another refusal stands, and so does one without a problem document", () => {
  const refused = [
    answer(412, "version_conflict"),
    answer(409, "conflict"),
    new ProblemError(404, undefined),
  ];
  for (const error of refused) {
    assert.equal(isRefusal(error), true, error.message);
    assert.equal(isWorthAnotherTry(0, error), false, error.message);
  }
});
