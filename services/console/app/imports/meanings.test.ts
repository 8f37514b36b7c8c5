import assert from "node:assert/strict";
import { test } from "node:test";
import { datesOf, numbersOf } from "./meanings.ts";

test("the example of dates is the first that two orders read as two days", () => {
  assert.deepEqual(datesOf(["31/12/2025", "05/05/2026", "03/04/2026 10:30"]), {
    text: "03/04/2026 10:30",
    meanings: ["2026-04-03", "2026-03-04"],
  });
  assert.equal(datesOf(["31/12/2025", "never"]), undefined);
});

test("the example of numbers is the first that two decimal signs read as two numbers", () => {
  assert.deepEqual(numbersOf(["12", "€ 1.234"]), { text: "€ 1.234", meanings: [1.234, 1234] });
  assert.deepEqual(numbersOf(["1,234"]), { text: "1,234", meanings: [1234, 1.234] });
  assert.equal(numbersOf(["1.5", "many", ""]), undefined);
});
