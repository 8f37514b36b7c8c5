import assert from "node:assert/strict";
import { test } from "node:test";
import { addresseeText, addressesIn } from "./addresses.ts";

const emailsIn = (text: string): string[] => addressesIn(text).map(({ email }) => email);

test("commas, semicolons, blanks and line breaks separate addresses, and each stands once", () => {
  assert.deepEqual(emailsIn(" a@x.test, b@x.test;c@x.test\n\td@x.test  A@X.test,;"), [
    "a@x.test",
    "b@x.test",
    "c@x.test",
    "d@x.test",
  ]);
  assert.deepEqual(emailsIn("<a@x.test>\r\nnobody"), ["a@x.test", "nobody"]);
  assert.deepEqual(emailsIn(" ,;\n"), []);
});

test("the name before an address belongs to the member, and what is refused is written as it is read", () => {
  const people = addressesIn('Ute Uhl <ute@x.test>; "Uhl, Jo" <jo@x.test>\nal@x.test, Bo <bo@x.test>');
  assert.deepEqual(people, [
    { email: "ute@x.test", name: "Ute Uhl" },
    { email: "jo@x.test", name: "Uhl, Jo" },
    { email: "al@x.test" },
    { email: "bo@x.test", name: "Bo" },
  ]);
  assert.deepEqual(addressesIn(people.map(addresseeText).join("\n")), people);
});
