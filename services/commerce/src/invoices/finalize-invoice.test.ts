import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf, line } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, finalize, pay, declareVoid, giveUp } = invoicesOf(door);

test("an action takes an empty object and no member, the version it is told, and an id of the team", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false, line_items: [line(5)] });
  const odd = await finalize(caller, draft.id, { body: { force: true } });
  assert.deepEqual([odd.status, faults(odd)], [422, ["force unknown_field"]]);
  const stale = await finalize(caller, draft.id, { headers: { "if-match": '"7"' } });
  assert.deepEqual([stale.status, stale.body.code], [412, "version_conflict"]);
  for (const act of [finalize, pay, declareVoid, giveUp])
    for (const id of [draft.id, randomUUID(), "x"]) assert.equal((await act(inTeam(), id)).status, 404);
  assert.equal((await finalize(caller, draft.id, { body: {} })).status, 200);
});
