import assert from "node:assert/strict";
import { test } from "node:test";
import { storePhones } from "./stored-phones.ts";

const PATHS = ["phone", "more", "attendee.phone", "people.phone"];

test("telephone numbers of marked members are in E.164 before they are judged, national ones by the country", () => {
  const body = {
    ...{ phone: "030 901820", more: ["+49 (0)30 901820", "x"], note: "030 901820" },
    attendee: { phone: "0049 30 901820" },
    people: [{ phone: "030/901820" }, { phone: null }],
  };
  storePhones(body, PATHS, "DE");
  const stored = "+4930901820";
  assert.deepEqual(body, {
    ...{ phone: stored, more: [stored, "x"], note: "030 901820" },
    attendee: { phone: stored },
    people: [{ phone: stored }, { phone: null }],
  });
});

test("what is not a number stays as it was sent, and so does a national one without a country", () => {
  for (const phone of ["030 901820", "ada@example.com", "", 12, null, { a: 1 }]) {
    const body = { phone };
    storePhones(body, PATHS);
    assert.deepEqual(body, { phone });
  }
  const query = { phone: " 4930901820" };
  storePhones(query, PATHS);
  assert.deepEqual(query, { phone: "+4930901820" });
});
