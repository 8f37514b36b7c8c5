import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door } = await testComms();

const create = (caller: Caller, body: object) => door.call("CreateSuppression", { caller, body });
const remove = (caller: Caller, suppression_id: string) =>
  door.call("DeleteSuppression", { caller, path: { suppression_id } });

test("lifting one takes comms:admin, is final, and lets the address be suppressed again", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, { address: "ada@example.com" });
  const writer = { ...caller, scopes: [{ resource: "comms", actions: ["write", "delete"] }] } as Caller;
  assert.equal((await remove(writer, made.id)).body.code, "insufficient_scope");
  const lifted = await remove(caller, made.id);
  assert.deepEqual([lifted.status, lifted.body], [200, { id: made.id, deleted: true }]);
  assert.equal((await remove(caller, made.id)).status, 404);
  const path = { changeset_id: lifted.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
  const anew = await create(caller, { address: "ada@example.com" });
  assert.equal(anew.status, 201);
  assert.notEqual(anew.body.id, made.id);
  assert.equal((await remove(testCaller(), anew.body.id)).status, 404);
});
