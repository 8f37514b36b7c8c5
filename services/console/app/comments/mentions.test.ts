import assert from "node:assert/strict";
import { test } from "node:test";
import { mentionAt, mentionedIn, withMention, withoutMention } from "./mentions.ts";

const ann = { id: "1", name: "Ann" };
const anna = { id: "2", name: "Anna Lee" };
const mailed = { id: "3", name: "bo@example.test" };

test("a mention begins at an @ before the caret, and in no address", () => {
  const at = (text: string, caret = text.length) => mentionAt(text, caret);
  assert.deepEqual(at("@"), { start: 0, query: "" });
  assert.deepEqual(at("Hi @an"), { start: 3, query: "an" });
  assert.deepEqual(at("Hi\n(@Ann Le"), { start: 4, query: "Ann Le" });
  assert.deepEqual(at("@bo@example.te"), { start: 0, query: "bo@example.te" });
  assert.deepEqual(at("@ann and @bo"), { start: 9, query: "bo" });
  assert.deepEqual(at("@ann and @bo", 3), { start: 0, query: "an" });
  for (const text of ["", "ann", "ann@example.test", "@ ann", "@ann\nbo", `@${"n".repeat(61)}`])
    assert.equal(at(text), undefined, text);
  assert.equal(at("@ann", 0), undefined);
});

test("a chosen name takes the place of what was typed, and the caret stands behind it", () => {
  const text = "Hi @an, see";
  const chosen = withMention(text, { start: 3, query: "an" }, anna.name);
  assert.deepEqual(chosen, { text: "Hi @Anna Lee , see", caret: 13 });
  assert.deepEqual(withMention("@a b", { start: 0, query: "a" }, "Ann"), { text: "@Ann b", caret: 5 });
});

test("only chosen members whom the text still names are mentioned", () => {
  const all = [ann, anna, mailed];
  const idsIn = (text: string) => mentionedIn(text, all).map(({ id }) => id);
  assert.deepEqual(idsIn("@Ann, @Anna Lee: ask @bo@example.test."), ["1", "2", "3"]);
  assert.deepEqual(idsIn("@Anna Lee alone"), ["2"]);
  assert.deepEqual(idsIn("Ann, and @Anna Lees"), []);
  assert.deepEqual(idsIn(withoutMention("@Ann and @Anna Lee", "Anna Lee")), ["1"]);
});
