import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scope } from "./caller.ts";
import { guardedMark, withGuarded, withoutGuarded, type GuardedValues } from "./guarded.ts";

const values: GuardedValues = {
  right: { resource: "commerce", action: "write" },
  valueOf: (mark, teamId) => `https://x.test/${mark.replace(" ", "/")}?${teamId}`,
};
const caller = (scopes: Scope[], role?: "viewer" | "member") => ({
  team_id: "t",
  scopes,
  ...(role === undefined ? {} : { role }),
});
const stored = JSON.stringify({ a: ["\u0000quotes 1", null], url: "\u0000invoices 2", b: "quotes 3" });
const hidden = JSON.stringify({ a: [null, null], url: null, b: "quotes 3" });

test("a guarded value is shown to callers whose scopes and role have its right, and is null to all others", () => {
  const whole = JSON.stringify({
    a: ["https://x.test/quotes/1?t", null],
    url: "https://x.test/invoices/2?t",
    b: "quotes 3",
  });
  const commerce = (...actions: Scope["actions"]) => [{ resource: "commerce", actions }];
  for (const one of [caller([]), caller(commerce("write")), caller(commerce("write"), "member")])
    assert.equal(withGuarded(stored, one, values), whole);
  const others = [
    caller([], "viewer"),
    caller(commerce("write"), "viewer"),
    caller(commerce("read", "delete", "admin")),
    caller([{ resource: "*", actions: ["read"] }]),
    caller([{ resource: "comms", actions: ["write"] }]),
  ];
  for (const one of others) assert.equal(withGuarded(stored, one, values), hidden);
  assert.equal(withoutGuarded(stored), hidden);
});

test("a text of a caller that looks like a mark stays a text", () => {
  const typed = JSON.stringify({ a: "\\u0000invoices 2", b: '"\\u0000invoices 2"', c: "invoices 2" });
  assert.equal(withGuarded(typed, caller([]), values), typed);
  assert.equal(guardedMark("t.id"), `('"\\u0000' || t.id || '"')::json`);
});
