import assert from "node:assert/strict";
import { test } from "node:test";
import { domainToASCII } from "node:url";
import { notesMigrations, testDatabase, withClient } from "@jst/testing";
import { foldedEmail, isEmail } from "@jst/values/email";

const DOMAINS = [
  "müller.de",
  "MÜLLER.example",
  "例子.广告",
  "xn--mller-kva.de",
  "ΠΑΡΆΔΕΙΓΜΑ.δοκιμή",
  "пример.РФ",
];

/** True for an address whose domain exists in ASCII: letters of two directions in one label make no domain. */
const isReached = (text: string) => isEmail(text) && domainToASCII(text.slice(text.indexOf("@") + 1)) !== "";

/** Addresses of each letter of these blocks, in the local part and in the domain, and of whole domains. */
function addresses(): string[] {
  const blocks = [
    [0x21, 0x24f],
    [0x370, 0x52f],
    [0x5d0, 0x64a],
    [0x900, 0x97f],
    [0xe01, 0xe4f],
    [0x3041, 0x30ff],
    [0x4e00, 0x4f00],
    [0xac00, 0xad00],
  ] as const;
  const letters = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
  );
  const made = letters.flatMap((letter) => [
    `a${letter}z@example.com`,
    `ada@a${letter}z.example`,
    `ada@${letter}${letter}-${letter}b.example`,
    `ada@a${letter.normalize("NFD")}z.example`,
  ]);
  return [...made, ...DOMAINS.map((domain) => `Ada@${domain}`)].filter(isReached);
}

test("the database folds addresses as the services do", async () => {
  const given = addresses();
  assert.ok(given.length > 4_000);
  const { url } = await testDatabase("crm", { migrations: notesMigrations });
  const { rows } = await withClient(url, (client) =>
    client.query<{ folded: string }>(
      "select platform.folded_email(a) as folded from unnest($1::text[]) with ordinality as u(a, place) order by place",
      [given],
    ),
  );
  const differing = given.filter((address, place) => rows[place]?.folded !== foldedEmail(address));
  assert.deepEqual(differing, []);
});
