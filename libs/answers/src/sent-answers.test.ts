import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnswers } from "./answers.ts";
import type { AskedField, FieldType } from "./field.ts";
import { sentAnswers } from "./sent-answers.ts";

const asked = (type: FieldType): AskedField => ({ id: "a", label: "A", type, required: false });

/** Answers what a page stores for a typed text, or the code of its refusal. */
async function sent(type: FieldType, text: string): Promise<unknown> {
  const given = sentAnswers([asked(type)], new Map([["a", [text]]]));
  const { answers, errors } = await readAnswers([asked(type)], given, { teamId: "a" });
  return errors[0] === undefined ? answers["a"] : errors[0].code;
}

/** Answers what the API stores for an answer, or the code of its refusal. */
async function given(type: FieldType, value: unknown): Promise<unknown> {
  const { answers, errors } = await readAnswers([asked(type)], { a: value }, { teamId: "a" });
  return errors[0] === undefined ? answers["a"] : errors[0].code;
}

test("a number is read as people write it, and refused when a double would round it", async () => {
  const values = { "12,5": 12.5, "1 234": 1234, "12.5": 12.5, "1,234": 1234, " 7 ": 7, "-0.5": -0.5 };
  for (const [text, value] of Object.entries(values)) assert.equal(await sent("number", text), value, text);
  for (const text of ["9007199254740993", "4111111111111111111", "12345678901234567890"])
    assert.equal(await sent("number", text), "out_of_range", text);
  for (const text of ["0.1234567890123456789", "123456789012345.678"])
    assert.equal(await sent("number", text), "too_precise", text);
  for (const text of ["abc", "12e", "1e3", "1-2", "Infinity"])
    assert.equal(await sent("number", text), "type_mismatch", text);
  assert.equal(await sent("number", ""), undefined);
  assert.equal(await sent("rating", "4"), 4);
  assert.equal(await sent("rating", "4.5"), "too_precise");
});

test("a telephone number is read however it is spelled, on pages and by the API", async () => {
  const numbers = {
    "+49 30 901820": "+4930901820",
    " +4930901820 ": "+4930901820",
    "0049 30 901820": "+4930901820",
    "+44 (0)20 7946 0958": "+442079460958",
    "+1 (415) 555-0100": "+14155550100",
    "+49030901820": "+4930901820",
  };
  for (const door of [sent, given])
    for (const [text, number] of Object.entries(numbers))
      assert.equal(await door("phone", text), number, text);
  for (const door of [sent, given])
    for (const text of ["030 901820", "+10", "+1", "abc", "+1 415 555 0100 x12", "1".repeat(200)])
      assert.equal(await door("phone", text), "invalid_format", text);
});

test("an address without its scheme gets https on a page; the API takes it as it is", async () => {
  assert.equal(await sent("url", "www.example.com"), "https://www.example.com");
  assert.equal(await sent("url", "example.com"), "https://example.com");
  assert.equal(await sent("url", "javascript:alert(1)"), "invalid_format");
  assert.equal(await given("url", "www.example.com"), "invalid_format");
});

test("seconds of a time that are zero are dropped, others are refused", async () => {
  assert.equal(await sent("time", "09:30:00"), "09:30");
  assert.equal(await sent("time", "09:30:15"), "invalid_format");
});

test("an answer that cannot be read is kept as the text that was typed", () => {
  const answers = sentAnswers([asked("number")], new Map([["a", ["12e"]]]));
  assert.equal(JSON.stringify(answers), '{"a":"12e"}');
});
