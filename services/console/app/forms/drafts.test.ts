import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, fieldsOf, NEW_DRAFT } from "./drafts.ts";

const asked = (label: string) => ({ ...NEW_DRAFT, label });

test("a new field is named for its question, distinctly from every other", () => {
  const old = draftOf({ id: "age", label: "How old?", type: "number", required: true, min: 18 });
  const ids = fieldsOf([old, asked("Age"), asked("Where do you live?"), asked("日本"), asked("9 lives")]);
  assert.deepEqual(
    ids.map(({ id }) => id),
    ["age", "age_2", "where_do_you_live", "field", "lives"],
  );
});

test("what the builder does not show of a field stays as it is", () => {
  const field = {
    id: "mail",
    label: "E-mail",
    type: "email" as const,
    required: true,
    maps_to: "email",
    help: "x",
  };
  assert.deepEqual(fieldsOf([draftOf(field)]), [field]);
});

test("choices stay to the letter, of fields that have choices alone", () => {
  const [chosen, text] = fieldsOf([
    { ...asked("Color"), type: "single_choice", choices: { words: ["Red, dark", "Blue "], next: "green" } },
    { ...asked("Name"), choices: { words: ["left over"], next: "" } },
  ]);
  assert.deepEqual(chosen?.options, ["Red, dark", "Blue ", "green"]);
  assert.equal(text?.options, undefined);
});
