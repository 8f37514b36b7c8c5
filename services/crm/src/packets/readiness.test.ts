import assert from "node:assert/strict";
import { test } from "node:test";
import { readinessOf, type SignedPacket, statusOf, type VerdictWord } from "./readiness.ts";

/** Two that are required, and a guest. */
const reviewers = [
  { id: "a", name: "a", required: true },
  { id: "b", name: "b", required: true },
  { id: "g", name: "g", required: false },
];
const words: Record<string, VerdictWord> = { y: "approve", n: "request_changes", o: "abstain" };

/** A packet at walkthrough 2: "a:y b:1n" is an approval by a and a wish for changes of the first walkthrough by b. */
function packet(signatures: string, of = reviewers): SignedPacket {
  const verdicts = signatures.split(" ").flatMap((text) => {
    const [id = "", said = ""] = text.split(":");
    if (said === "") return [];
    const verdict = words[said.at(-1) ?? ""] ?? "abstain";
    const walkthrough_version = said.length > 1 ? 1 : 2;
    return [{ reviewer_id: id, walkthrough_version, verdict, note: null, signed_at: "" }];
  });
  return { walkthrough_version: 2, reviewers: of, verdicts };
}

const cases: [signatures: string, state: string, signed: number, approvals: number, blocking: string][] = [
  ["", "not_started", 0, 0, "ab"],
  ["a:1y b:1y g:1n", "not_started", 0, 0, "ab"],
  ["a:y", "in_progress", 1, 1, "b"],
  ["a:o", "in_progress", 1, 0, "ab"],
  ["g:y", "in_progress", 1, 1, "ab"],
  ["a:y b:o g:y", "in_progress", 3, 2, "b"],
  ["a:y b:1y", "in_progress", 1, 1, "b"],
  ["a:y b:n", "changes_requested", 2, 1, "b"],
  ["a:y b:y g:n", "changes_requested", 3, 2, "g"],
  ["g:n", "changes_requested", 1, 0, "abg"],
  ["a:y b:y", "ready", 2, 2, ""],
  ["b:y a:y g:o", "ready", 3, 2, ""],
  ["a:y b:y g:1n", "ready", 2, 2, ""],
];
for (const [signatures, state, signed, approvals, blocking] of cases) {
  test(`"${signatures}" is ${state}`, () => {
    const expected = { state, required_reviewers: 2, signed, approvals, blocking: Array.from(blocking) };
    assert.deepEqual(readinessOf(packet(signatures)), expected);
  });
}

test("without a required reviewer one signature makes it ready, unless anybody wants changes", () => {
  const guests = reviewers.map((reviewer) => ({ ...reviewer, required: false }));
  const stateOf = (signatures: string) => readinessOf(packet(signatures, guests)).state;
  assert.deepEqual(["", "a:o", "a:y", "a:y b:n"].map(stateOf), [
    ...["not_started", "ready", "ready", "changes_requested"],
  ]);
});

test("a draft and a closed packet are what was set; in review the status follows the signatures", () => {
  const status = (signatures: string) => statusOf("in_review", readinessOf(packet(signatures)));
  assert.deepEqual(["", "a:y", "a:n", "a:y b:y"].map(status), [
    ...["in_review", "in_review", "changes_requested", "approved"],
  ]);
  for (const phase of ["draft", "closed"] as const)
    assert.equal(statusOf(phase, readinessOf(packet("a:y b:y"))), phase);
});
