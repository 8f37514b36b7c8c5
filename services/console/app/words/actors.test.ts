import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf } from "./actors.ts";

test("initials are of the first and the last word, and of an address those before the @", () => {
  for (const [name, initials] of [
    ["Nina Maria Ost", "NO"],
    ["nina", "N"],
    ["joel.berg@example.org", "JB"],
    ["Ælfric d'Arc", "ÆA"],
    ["李 小龙", "李小"],
    ["!!", ""],
  ] as const)
    assert.equal(initialsOf(name), initials);
});
