import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, folderOf, hitsIn, loweredBaseline, subjectFaults, wordFaults } from "./words.ts";

const habitsIn = (path: string, text: string): string[] =>
  hitsIn(new Map([[path, text]])).map(({ habit, line }) => `${habit} ${line}`);

test("a habit is found in comments, texts, titles of tests and pages", () => {
  assert.deepEqual(habitsIn("a.ts", "/**\n * The text is no\n * number.\n */\n"), ["is no 2"]);
  assert.deepEqual(habitsIn("a.ts", 'refuse("The zone is none of the list.");\n'), ["is none 1"]);
  assert.deepEqual(habitsIn("a.test.ts", 'test("a read is done anew", () => {});\n'), ["anew 1"]);
  assert.deepEqual(habitsIn("a.proto", "  // Whose row it is.\n"), ["first word 1"]);
  assert.deepEqual(habitsIn("a.sql", "-- Refused by whoever reads it.\n"), ["whoever 1"]);
  assert.deepEqual(habitsIn("a.md", "# A\n\nWhere it fails, nothing is stored.\n"), ["where for if 3"]);
});

test("code, good English and the same words inside of code are not hits", () => {
  assert.deepEqual(
    habitsIn("a.ts", "// There is no row, and there are none left.\n// It is no longer open.\n"),
    [],
  );
  assert.deepEqual(habitsIn("a.ts", "const anew = whoever;\n// Calls `anew`.\n"), []);
  assert.deepEqual(habitsIn("a.md", "```\nanew\n```\n\nWrites it again.\n"), []);
  assert.deepEqual(habitsIn("a.json", '{"a": "anew"}'), []);
});

test("a text calls a person a member and a part of JSON a field, and a comment may use other words", () => {
  const texts = ["This member is required.", "Members of the body were refused.", "It is changed by now."];
  const hits = texts.flatMap((text) => habitsIn("a.ts", `refuse("${text}");\n`));
  assert.deepEqual(hits, ["JSON member 1", "JSON member 1", "by now 1"]);
  const good = ["No member of your team has this id.", "The member is suspended.", "This field is required."];
  assert.deepEqual(
    good.flatMap((text) => habitsIn("a.ts", `refuse("${text}");\n`)),
    [],
  );
  assert.deepEqual(habitsIn("a.ts", "// A member of the body that another has by now.\n"), []);
});

test("a migration is not read: it is never edited once it has run", () => {
  assert.deepEqual(habitsIn("services/crm/migrations/0001_a.sql", "-- Read anew.\n"), []);
});

test("a sentence has at most 28 words, without those in parentheses", () => {
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  assert.deepEqual(habitsIn("a.ts", `// ${words(28)}.\n`), []);
  assert.deepEqual(habitsIn("a.ts", `// ${words(20)}\n// ${words(9)}.\n`), ["long sentence 1"]);
  assert.deepEqual(habitsIn("a.md", `${words(20)} (${words(9)}).\n`), []);
  assert.deepEqual(habitsIn("a.md", `${words(20)}; ${words(20)}.\n`), []);
});

test("a rise names its places, and a fall has to be written", () => {
  const tree = new Map([["libs/db/a.ts", "// Read anew.\n"]]);
  const hits = hitsIn(tree);
  assert.deepEqual(wordFaults(hits, { "libs/db": { anew: 1 } }), []);
  assert.deepEqual(wordFaults(hits, {}), [
    'libs/db: "anew" stands 1 times, 0 are allowed. Write "again".',
    "  libs/db/a.ts:1: anew",
  ]);
  assert.deepEqual(wordFaults(hits, { "libs/db": { anew: 2 } }), [
    'libs/db: "anew" fell from 2 to 1. Run UPDATE_WORDS=1 make verify.',
  ]);
});

test("a baseline only falls", () => {
  const now = countsOf(hitsIn(new Map([["libs/db/a.ts", "// Read anew.\n// It is none.\n"]])));
  assert.deepEqual(loweredBaseline(now, { "libs/db": { anew: 3 }, "libs/rpc": { anew: 1 } }), {
    "libs/db": { anew: 1 },
  });
});

test("counts are kept by package, and the console's page apart from its service", () => {
  const folders = ["README.md", "services/console/app/a.ts", "services/console/src/a.ts", "protos/a/b.proto"];
  assert.deepEqual(folders.map(folderOf), [".", "services/console/app", "services/console", "protos"]);
});

test("a commit subject has at most 72 characters and begins with a capital", () => {
  assert.deepEqual(subjectFaults(["Add a check of words"]), []);
  assert.equal(subjectFaults(["A".repeat(73), "add a check"]).length, 2);
});
