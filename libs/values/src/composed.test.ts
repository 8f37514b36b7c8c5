import assert from "node:assert/strict";
import { test } from "node:test";
import { composed, composedTexts } from "./composed.ts";

test("every code point alone and before a mark is composed as Unicode says", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    if (composed(letter) !== letter.normalize("NFC")) assert.fail(`U+${code.toString(16)}`);
    const marked = `${letter}\u0301\u0323`;
    if (composed(marked) !== marked.normalize("NFC")) assert.fail(`U+${code.toString(16)} with marks`);
  }
});

test("texts and names at every depth are composed, and members that are exact stay as they are", () => {
  const nfd = "Mu\u0308ller";
  const value = {
    a: nfd,
    b: [nfd, { c: nfd }],
    [nfd]: 1,
    rows: [{ data: { d: nfd } }, { other: nfd }],
    n: null,
  };
  assert.deepEqual(composedTexts(value, { exact: ["rows.data"] }), {
    a: "Müller",
    b: ["Müller", { c: "Müller" }],
    Müller: 1,
    rows: [{ data: { d: nfd } }, { other: "Müller" }],
    n: null,
  });
});

test("two members of one name in two spellings are reported", () => {
  const clashes: string[] = [];
  composedTexts({ "e\u0301": 1, é: 2 }, { onClash: (name) => clashes.push(name) });
  assert.deepEqual(clashes, ["é"]);
});
