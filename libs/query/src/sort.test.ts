import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { fieldsOf } from "./field.ts";
import { parseLimit } from "./limit.ts";
import { parseSort } from "./sort.ts";

const fields = fieldsOf(
  { name: "id", kind: "uuid", sql: "r.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "r.created_at", notNull: true },
  { name: "name", kind: "text", sql: "r.name" },
  { name: "a", kind: "text", sql: "r.a" },
  { name: "b", kind: "text", sql: "r.b" },
  { name: "c", kind: "text", sql: "r.c" },
  { name: "meta", kind: "json", sql: "r.meta" },
  { name: "secret", kind: "text", sql: "r.secret", sort: false },
);

function codeOf(work: () => unknown): string {
  try {
    work();
    return "accepted";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test("the id breaks ties in the direction of the last key", () => {
  assert.equal(parseSort(undefined, fields, "created_at:desc").text, "created_at:desc,id:desc");
  assert.equal(
    parseSort("name:desc,created_at:asc", fields, "created_at:desc").text,
    "name:desc,created_at:asc,id:asc",
  );
  assert.equal(parseSort("id:asc", fields, "created_at:desc").text, "id:asc");
  assert.equal(parseSort("name:asc,a:asc,b:asc,c:asc,created_at:asc", fields, "id:asc").keys.length, 6);
});

test("anything else is invalid_sort", () => {
  const wrong = [
    "", ",", "name", "name:", ":asc", "name:up", "name:ASC", "name:asc:desc", " name:asc", "name:asc,", "nope:asc", "__proto__:asc",
    "constructor:asc", "toString:desc", "name:asc;drop table rows", "name:asc,name:desc", "meta:asc", "secret:asc", "r.name:asc",
    "name:asc,a:asc,b:asc,c:asc,created_at:asc,id:asc", Array.from({ length: 1000 }, () => "name:asc").join(","),
  ]; // prettier-ignore
  for (const text of wrong)
    assert.equal(
      codeOf(() => parseSort(text, fields, "created_at:desc")),
      "invalid_sort",
      text.slice(0, 40),
    );
});

test("a minus before a field is answered with how its order is written", () => {
  const refused = (text: string) =>
    assert.throws.bind(undefined, () => parseSort(text, fields, "created_at:desc"));
  refused("-name")({ message: "You cannot sort by '-name'. Write name:desc." });
  const sorts = "Sort by: id, created_at, name, a, b, c.";
  for (const name of ["-secret", "-meta"])
    refused(name)({ message: `You cannot sort by '${name}'. ${sorts}` });
});

test("a field that there is not is answered with those that sort", () => {
  const message = "You cannot sort by 'nope'. Sort by: id, created_at, name, a, b, c.";
  assert.throws(() => parseSort("nope:asc", fields, "created_at:desc"), { message });
});

test("a limit is a whole number from 1, clamped at the top", () => {
  assert.equal(parseLimit(undefined), 50);
  assert.equal(parseLimit("1"), 1);
  assert.equal(parseLimit(501), 500);
  assert.equal(parseLimit("9".repeat(400)), 500);
  assert.equal(parseLimit("300", 200), 200);
  for (const wrong of ["0", 0, -1, "-1", "5.5", 5.5, "5a", "0x10", "1e3", "", " 5", "+5", "NaN"]) {
    assert.equal(
      codeOf(() => parseLimit(wrong)),
      "invalid_parameter",
      String(wrong),
    );
  }
});
