import assert from "node:assert/strict";
import { test } from "node:test";
import { placedWords, wordsOf } from "./words.ts";

const words: [text: string, words: string[]][] = [
  ["Ada Lovelace, 1815–1852", ["ada", "lovelace", "1815", "1852"]],
  ["ada@example.com +4930123456", ["ada", "example", "com", "4930123456"]],
  ["Ünïcode Straße ﬁle ＡＢＣ", ["unicode", "strasse", "file", "abc"]],
  ["İstanbul don't e-mail", ["istanbul", "don", "t", "e", "mail"]],
  ["東京オフィス is closed", ["東京", "京オ", "オフ", "フィ", "ィス", "is", "closed"]],
  ["会 v2会議", ["会", "v2", "会議"]],
  ["שלום עולם", ["שלום", "עולם"]],
  ["launch 🚀 party 👩‍👩‍👧", ["launch", "🚀", "party", "👩", "👩", "👧"]],
  ["!!! ... ' & | <-> :*", []],
  ["", []],
];

for (const [text, expected] of words)
  test(`the words of ${JSON.stringify(text)} (context.words)`, () => {
    const folded = expected.map((word) => word.normalize("NFKD").replace(/\p{M}+/gu, ""));
    assert.deepEqual(
      placedWords(text).map(({ word }) => word),
      folded,
    );
  });

test("a word stands where the text has it, so that a snippet can be cut there", () => {
  const text = "Büro 東京都 ok";
  const shown = placedWords(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(shown, ["Büro", "東京", "京都", "ok"]);
});

test("no word has what would end a text of PostgreSQL, and none is longer than 48 characters", async () => {
  const hostile = `a'b "c" \\d e\\'f ${"x".repeat(200)} ${"🙂".repeat(100)} \u0000 :* & ! | ( )`;
  for (const word of await wordsOf(hostile, "a")) {
    assert.match(word, /^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+$/u);
    assert.ok(Array.from(word).length <= 48, word);
  }
});

test("a long text is found by its last word too, however often it says the others (context.words)", async () => {
  const words = await wordsOf(`${"chairs and tables ".repeat(20_000)} pomegranate`, "a");
  assert.deepEqual([...words], ["chairs", "and", "tables", "pomegranate"]);
});

test("of a text of too many words those are kept that come first, in no more than a tsvector takes", async () => {
  const many = await wordsOf(Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(" "), "a");
  assert.deepEqual([many.size, many.has("w9999"), many.has("w10000")], [10_000, true, false]);
  const wide = await wordsOf(
    Array.from({ length: 9_000 }, (_, at) => `${"𐐨".repeat(60)}${at} ${at}${"𐐨".repeat(60)}`).join(" "),
    "a",
  );
  assert.ok(Buffer.byteLength([...wide].join("")) <= 512 * 1_024);
});
