import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalLocale, isCountry } from "./formats.ts";

test("a country is an assigned code of ISO 3166-1", () => {
  for (const code of ["DE", "US", "ZW", "XK"]) assert.equal(isCountry(code), true, code);
  for (const code of ["", "de", "ZZ", "EU", "UK", "DEU", "AA"]) assert.equal(isCountry(code), false, code);
});

test("a locale is a language tag, kept in canonical spelling", () => {
  assert.equal(canonicalLocale("de-at"), "de-AT");
  assert.equal(canonicalLocale("zh-hant-tw"), "zh-Hant-TW");
  for (const text of ["", "german language", "de_AT", "-"])
    assert.equal(canonicalLocale(text), undefined, text);
});
