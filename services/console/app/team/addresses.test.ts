import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesIn } from "./addresses.ts";

test("commas, semicolons, blanks and line breaks separate addresses, and each stands once", () => {
  assert.deepEqual(addressesIn(" a@x.test, b@x.test;c@x.test\n\td@x.test  A@X.test,;"), [
    "a@x.test",
    "b@x.test",
    "c@x.test",
    "d@x.test",
  ]);
  assert.deepEqual(addressesIn("<a@x.test>\r\nnobody"), ["a@x.test", "nobody"]);
  assert.deepEqual(addressesIn(" ,;\n"), []);
  assert.deepEqual(addressesIn('Ute Uhl <ute@x.test>; "Uhl, Jo" <jo@x.test>\nal@x.test, Bo <bo@x.test>'), [
    ...["ute@x.test", "jo@x.test", "al@x.test", "bo@x.test"],
  ]);
});
