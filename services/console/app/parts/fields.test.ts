import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, writtenOf, type AnyField } from "./fields.ts";

const FIELDS: readonly AnyField[] = [
  { name: "first", kind: "text", label: "" },
  { name: "notes", kind: "long", label: "" },
  { name: "state", kind: "choice", label: "" },
  { name: "tags", kind: "words", label: "" },
  { name: "born", kind: "date", label: "" },
  { name: "size", kind: "number", label: "" },
  { name: "site", kind: "url", label: "" },
  { name: "mail", kind: "email", label: "" },
  { name: "done", kind: "check", label: "" },
];

const WAS = {
  first: "line1\nline2 ",
  notes: " a\r\nb\r\n",
  state: "gone ",
  tags: ["Smith, John", "vip"],
  born: "2026-11-30",
  size: 1.5,
  site: "https://example.com/",
  mail: "ada@example.com",
  done: null,
};

/** A form as a browser has it, with what a person has changed. */
function formOfThing(changed: Record<string, string | string[] | undefined>): FormData {
  const form = new FormData();
  for (const field of FIELDS) {
    const { name, kind } = field;
    const was = (WAS as Record<string, unknown>)[name];
    const began = kind === "words" ? (was as string[]) : kind === "check" ? [] : [formOf(field).begins(was)];
    const written = Object.hasOwn(changed, name) ? [changed[name] ?? []].flat() : began;
    for (const text of written) form.append(name, text.replace(/\r\n?/g, "\n"));
  }
  return form;
}

const written = (changed: Record<string, string | string[] | undefined>) =>
  writtenOf<Record<string, unknown>>(formOfThing(changed), FIELDS, WAS);

test("a form that nobody has touched sends nothing, however its values are spelled", () => {
  assert.deepEqual(written({}), {});
});

test("only the member that was changed is sent, each time", () => {
  assert.deepEqual(written({ size: "5" }), { size: 5 });
  assert.deepEqual(written({ state: "gone" }), { state: "gone" });
  assert.deepEqual(written({ state: "" }), { state: null });
  assert.deepEqual(written({ tags: ["Smith, John", "vip", "new, too"] }), {
    tags: ["Smith, John", "vip", "new, too"],
  });
  assert.deepEqual(written({ tags: [] }), { tags: [] });
  assert.deepEqual(written({ born: "" }), { born: null });
  assert.deepEqual(written({ done: "on" }), { done: true });
  assert.deepEqual(written({ site: "www.example.com" }), { site: "https://www.example.com" });
  assert.deepEqual(written({ mail: " ada@example.org " }), { mail: "ada@example.org" });
});

test("a text that was changed keeps its outer blanks and the line breaks around the change", () => {
  assert.deepEqual(written({ first: "line1\nline2 !" }), { first: "line1\nline2 !" });
  assert.deepEqual(written({ notes: " a\nb\n!" }), { notes: " a\r\nb\r\n!" });
  assert.deepEqual(written({ first: " " }), { first: " " });
});

test("what was changed to the same value in other letters is not sent, and what cannot be read never is", () => {
  assert.deepEqual(written({ size: "1,50" }), {});
  assert.deepEqual(written({ born: "2026-11-30 " }), {});
  for (const size of ["12e", "1-2", "abc", "--", "9007199254740993"])
    assert.deepEqual(written({ size }), {}, size);
});

test("a new thing is sent with the members that are not empty", () => {
  const form = new FormData();
  for (const [name, text] of [
    ["first", "Ada"],
    ["size", "12,5"],
    ["born", ""],
    ["state", ""],
  ] as const)
    form.set(name, text);
  assert.deepEqual(writtenOf<Record<string, unknown>>(form, FIELDS, undefined), {
    ...{ first: "Ada", size: 12.5, tags: [], done: false },
  });
});
