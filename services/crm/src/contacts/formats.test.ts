import assert from "node:assert/strict";
import { test } from "node:test";
import { isCountry } from "./countries.ts";
import { canonicalLocale, isEmail } from "./formats.ts";

/** Asserts what a check accepts and what it refuses, naming the text that went wrong. */
function holds(
  check: (text: string) => boolean,
  accepted: readonly string[],
  refused: readonly string[],
): void {
  for (const text of accepted) assert.equal(check(text), true, `${JSON.stringify(text)} should be accepted`);
  for (const text of refused) assert.equal(check(text), false, `${JSON.stringify(text)} should be refused`);
}

test("an e-mail address has one local part and a domain with a dot", () => {
  holds(
    isEmail,
    ["ada@example.org", "Ada.Lovelace+tag@mail.example.co.uk", "jörg@müller.de", `${"a".repeat(64)}@b.co`],
    [
      "",
      " ",
      "ada",
      "ada@",
      "@b.co",
      "a@b",
      "a b@c.de",
      "a@b..co",
      ".a@b.co",
      "a@-b.co",
      "a@b.co\n",
      "a@b@c.de",
      `${"a".repeat(65)}@b.co`,
    ],
  );
});

test("an e-mail address of ten thousand characters is refused at once", () => {
  const started = performance.now();
  assert.equal(isEmail(`${"a.".repeat(5000)}@`), false);
  assert.ok(performance.now() - started < 50);
});

test("a country is an assigned code of ISO 3166-1", () => {
  holds(isCountry, ["DE", "US", "ZW"], ["", "de", "ZZ", "EU", "UK", "DEU", "AA"]);
});

test("a locale is a language tag, kept in canonical spelling", () => {
  assert.equal(canonicalLocale("de-at"), "de-AT");
  assert.equal(canonicalLocale("zh-hant-tw"), "zh-Hant-TW");
  for (const text of ["", "german language", "de_AT", "-"])
    assert.equal(canonicalLocale(text), undefined, text);
});
