import assert from "node:assert/strict";
import { test } from "node:test";
import { emailSpellings, foldedEmail, isEmail } from "./email.ts";

test("an e-mail address has one local part and a domain with a dot", () => {
  const accepted = [
    "ada@example.org",
    "Ada.Lovelace+tag@mail.example.co.uk",
    "jörg@müller.de",
    "a@xn--e1afmkfd.xn--p1ai",
    "राम@उदाहरण.भारत",
    `${"a".repeat(64)}@b.co`,
  ];
  const refused = [
    "",
    " ",
    "ada",
    "ada@",
    "@b.co",
    "a@b",
    "a b@c.de",
    "a@b..co",
    ".a@b.co",
    "a.@b.co",
    "a..b@c.co",
    "a@-b.co",
    "a@b.co\n",
    "a\u0007b@c.co",
    "a\u007f@c.co",
    "a@b@c.de",
    `${"a".repeat(65)}@b.co`,
  ];
  for (const text of accepted)
    assert.equal(isEmail(text), true, `${JSON.stringify(text)} should be accepted`);
  for (const text of refused) assert.equal(isEmail(text), false, `${JSON.stringify(text)} should be refused`);
});

test("an e-mail address of two million characters is refused at once", () => {
  const started = performance.now();
  assert.equal(isEmail(`${"a.".repeat(1_000_000)}@`), false);
  // However busy the machine: to look at each part once more for every other one would take minutes.
  assert.ok(performance.now() - started < 10_000);
});

test("spellings of one address fold into one text, and addresses of two people into two", () => {
  const spellings = [
    ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM"],
    [
      "info@müller.de",
      "INFO@MÜLLER.DE",
      "info@mu\u0308ller.de",
      "info@xn--mller-kva.de",
      "info@XN--MLLER-KVA.DE",
    ],
    ["jose\u0301@b.co", "josé@b.co", "JOSÉ@b.co"],
    ["ada+x@b.co"],
    ["ada@ｂ.co", "ada@b.co"],
    ["info@straße.de"],
    ["info@strasse.de"],
  ];
  const folded = spellings.map((own) => [...new Set(own.map(foldedEmail))]);
  assert.deepEqual(
    folded.map(({ length }) => length),
    spellings.map(() => 1),
  );
  assert.equal(new Set(folded.flat()).size, spellings.length);
  assert.deepEqual(emailSpellings("Info@MÜLLER.de"), ["info@xn--mller-kva.de", "info@müller.de"]);
  assert.deepEqual(emailSpellings("Ada@b.co"), ["ada@b.co"]);
});
