import assert from "node:assert/strict";
import { test } from "node:test";
import { notesMigrations, testDatabase, withClient } from "@jst/testing";
import { collationOf, TEXT_LOCALES, textLocaleOf } from "./collations.ts";

const { superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });

const words = [
  ...[
    "Banane",
    "Zimmer",
    "apple",
    "Apple",
    "APPLE",
    "de Vries",
    "Apfel",
    "Äpfel",
    "Ångström",
    "Émile",
    "Östersund",
  ],
  ...[
    "Item 9",
    "item 10",
    "item 2",
    "Item 010",
    "İstanbul",
    "ıssız",
    "igloo",
    "ch",
    "cz",
    "hz",
    "llama",
    "luz",
    "ñu",
  ],
  ...[
    "nz",
    "oz",
    "ö",
    "øre",
    "zebra",
    "åre",
    "æble",
    "ž",
    "š",
    "č",
    "þ",
    "ð",
    "ü",
    "a b",
    "ab",
    "a-b",
    "co-op",
    "coop",
  ],
  ...["я", "ё", "е", "ж", "李", "王", "", "\u{1f600}", "e\u0301", "é"],
];

test("each order sorts as Intl.Collator does, digits by their number and equals by bytes", async () => {
  await withClient(superuserUrl, async (client) => {
    for (const locale of TEXT_LOCALES) {
      const { rows } = await client.query<{ word: string }>(
        `select word from unnest($1::text[]) word order by word collate ${collationOf(locale)}`,
        [words],
      );
      const { compare } = new Intl.Collator(locale === "und" ? "en" : locale, { numeric: true });
      const expected = words.toSorted(
        (a, b) => compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
      );
      assert.deepEqual(
        rows.map(({ word }) => word),
        expected,
        locale,
      );
    }
  });
});

test("texts that an order finds alike stay different texts", async () => {
  await withClient(superuserUrl, async (client) => {
    const text = `select e'e\\u0301' = 'é' collate ${collationOf("und")} as is_equal`;
    assert.deepEqual((await client.query(text)).rows, [{ is_equal: false }]);
  });
});

test("a name that is not listed is the root order", () => {
  assert.equal(textLocaleOf("sv"), "sv");
  for (const name of [undefined, "", "SV", "tlh", '"; drop']) assert.equal(textLocaleOf(name), "und");
});
