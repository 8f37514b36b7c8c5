import assert from "node:assert/strict";
import { test } from "node:test";
import { contractFaults } from "./contract.ts";

const page = "# Trust\n\n### trust.undo\n\nUndone once.\n\n### trust.undo-conflict\n\nA conflict.\n";

/** No clause of that page. */
const absent = ["trust", "undo-conflicts"].join(".");

/** The faults of a tree with a page of two clauses and this file. */
const faultsOf = (path: string, text: string, more: readonly (readonly [string, string])[] = []) =>
  contractFaults(new Map([["docs/contract/trust.md", page], ...more, [path, text]]));

test("a citation of a clause that exists is right, in every kind of file", () => {
  assert.deepEqual(
    faultsOf("a.ts", "/** Refused (trust.undo-conflict). */\nconst a = 1; // As trust.undo.\n"),
    [],
  );
  assert.deepEqual(faultsOf("e2e/cases/a.yaml", "- name: a\n  says: trust.undo\n"), []);
  assert.deepEqual(faultsOf("docs/a.md", "As trust.undo says.\n\n```\ntrust.none\n```\n"), []);
});

for (const [path, text] of [
  ["a.ts", "/** Refused (@). */"],
  ["a.ts", "  code(); // As @ says."],
  ["a.ts", 'test("a conflict is told (@)", () => {'],
  ["a.proto", "  // Refused (trust.undo, @)."],
  ["a.sql", "-- Refused (@)."],
  ["a.md", "Refused (@)."],
  ["a.yaml", "a: 1 # @"],
  ["e2e/cases/a.yaml", "- name: a\n  says: @\n"],
] as const) {
  test(`a citation of a clause that is not there is named: ${path}, ${text.trim().slice(0, 25)}`, () => {
    assert.deepEqual(faultsOf(path, text.replace("@", absent)), [
      `${path}: cites ${absent}, which is no clause of docs/contract.`,
    ]);
  });
}

test("code, names of files and text in backticks cite nothing", () => {
  const text = "trust.none();\n// See trust.ts, trust.none(1), a.trust.none and `trust.none`.\n";
  assert.deepEqual(faultsOf("a.ts", text), []);
});

for (const text of [
  "contract 22",
  "Specification 6, rule 2",
  "delivery D3",
  "architecture\n * 7",
  "fleet.md P15",
  "agent-surfaces 2.1",
  "R2 (R15)",
]) {
  test(`a reference to a page elsewhere is refused: ${JSON.stringify(text)}`, () => {
    assert.match(faultsOf("a.ts", `/**\n * As ${text}.\n */`).join(), /refers to a page elsewhere/);
  });
}

test("a name is given once, and begins with its page", () => {
  const other = "### trust.undo\n\n### Undo\n";
  assert.deepEqual(
    faultsOf("docs/contract/tasks.md", other, [["docs/contract/trust.md", page + "### trust.undo\n"]]),
    [
      "docs/contract/trust.md: the name trust.undo is given twice; give this clause another.",
      'docs/contract/tasks.md: a clause is called tasks.<words-with-hyphens>, not "trust.undo".',
      'docs/contract/tasks.md: a clause is called tasks.<words-with-hyphens>, not "Undo".',
    ],
  );
});

test("a decision record is half a page", () => {
  assert.deepEqual(faultsOf("docs/adr/0001-a.md", "a\n".repeat(45)), []);
  assert.match(faultsOf("docs/adr/0001-a.md", "a\n".repeat(46)).join(), /46 lines/);
});
