import assert from "node:assert/strict";
import { test } from "node:test";
import { localeOf } from "./locale.ts";

test("a chosen locale is the one, whatever language and browser say", () => {
  assert.equal(localeOf({ language: "en", locale: "de-CH" }, ["fr-FR"]), "de-CH");
});

test("without one, the browser's locale in the chosen language is, and else the language", () => {
  const ofBrowser = ["fr-FR", "de-AT", "de-DE"];
  assert.equal(localeOf({ language: "de", locale: null }, ofBrowser), "de-AT");
  assert.equal(localeOf({ language: "en", locale: null }, ofBrowser), "en");
  assert.equal(localeOf({ language: "de", locale: null }, ["DE-at"]), "DE-at");
});

test("without a language, the first locale of the browser is, and English of a browser that has none", () => {
  assert.equal(localeOf({ language: null, locale: null }, ["fr-FR", "en-GB"]), "fr-FR");
  assert.equal(localeOf({ language: null, locale: null }, []), "en");
});
