import { CursorCodec } from "@jst/query";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tools } from "../../gen/tools.ts";
import { Confirmations } from "./confirmations.ts";
import type { Tool } from "./tool.ts";

const codec = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
let now = 1_700_000_000_000;
const confirmations = new Confirmations(codec, () => now);
const named = (name: string): Tool => {
  const tool = tools.find((one) => one.name === name);
  assert.ok(tool);
  return tool;
};
const archive = named("contact_archive");
const caller = testCaller();
const values = { contact_id: "c1", idempotency_key: "k" };

test("confirm: true is consent, and nothing like it is", () => {
  assert.deepEqual(confirmations.consent(archive, { confirm: true }, caller), {});
  for (const confirm of [false, undefined])
    assert.equal(confirmations.consent(archive, { confirm }, caller), undefined);
});

describe("a token", () => {
  const token = confirmations.token(archive, values, caller);
  const consent = (tool: Tool, given: object, who = caller) =>
    confirmations.consent(tool, { ...given, confirm_token: token }, who);

  test("is consent to its own call, whatever the order of its arguments, and names the write", () => {
    const { contact_id, idempotency_key } = values;
    const first = consent(archive, { idempotency_key, contact_id });
    assert.match(first?.key ?? "", /^confirm [0-9a-f-]{36}$/);
    assert.deepEqual(consent(archive, { ...values, confirm: true }), first);
    assert.notDeepEqual(
      confirmations.consent(
        archive,
        { ...values, confirm_token: confirmations.token(archive, values, caller) },
        caller,
      ),
      first,
    );
  });

  test("does not count for other arguments, another tool, token or team, even with confirm: true", () => {
    const other = { ...values, confirm: true };
    assert.equal(consent(archive, { ...other, contact_id: "c2" }), undefined);
    assert.equal(consent(archive, { ...other, idempotency_key: "l" }), undefined);
    assert.equal(consent(named("insert_row"), other), undefined);
    assert.equal(consent(archive, other, testCaller({ team_id: caller.team_id })), undefined);
    assert.equal(consent(archive, other, { ...caller, team_id: testCaller().team_id }), undefined);
  });

  test("does not count with a changed letter, or as another text", () => {
    const changed = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    for (const confirm_token of [changed, "", "x", `${token}=`, token.slice(1)])
      assert.equal(confirmations.consent(archive, { ...values, confirm_token }, caller), undefined);
  });

  test("is good for five minutes", () => {
    now += 299_999;
    assert.ok(consent(archive, values));
    now += 1;
    assert.equal(consent(archive, values), undefined);
  });
});
