import assert from "node:assert/strict";
import { test } from "node:test";
import { latinWords } from "./latin-words.ts";

test("a letter without a decomposition is written out, and no letter of Latin, Cyrillic or Greek is lost", () => {
  const words = {
    Straße: "strasse",
    STRASSE: "strasse",
    "Größe & Maße": "grosse masse",
    Øresund: "oresund",
    Łódź: "lodz",
    Ærø: "aero",
    "Đà Nẵng": "da nang",
    Þór: "thor",
    ıssız: "issiz",
    İstanbul: "istanbul",
    "Über uns": "uber uns",
    "ﬁrst ½": "first 1 2",
    "Привет, мир": "privet mir",
    "Съезд щук": "sezd shchuk",
    Львів: "lviv",
    "Ελλάδα, ψυχή": "ellada psychi",
    "C++": "c plus plus",
    "C#": "c sharp",
    C: "c",
    "Item #5": "item 5",
    "a+b": "a b",
    七个房间: "",
  };
  for (const [text, expected] of Object.entries(words)) {
    for (const form of ["NFC", "NFD"] as const)
      assert.equal(latinWords(text.normalize(form)).join(" "), expected, text);
  }
  const lost = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => /^\p{Script=Latin}$/u.test(letter) && code(letter) < 0x180 && latinWords(letter).length === 0,
  );
  assert.deepEqual(lost, []);
});

const code = (letter: string): number => letter.codePointAt(0) ?? 0;
