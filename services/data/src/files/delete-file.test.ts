import { human, testCaller, withClient } from "@jst/testing";
import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door, database, stored } = await testData();

const made = async (caller: Caller, name = "a.txt"): Promise<string> =>
  (await upload(door, caller, [{ file: "Hello", name }])).body.id as string;
const patch = (caller: Caller, file_id: string, body: object, headers: Record<string, string> = {}) =>
  door.call("UpdateFile", { caller, path: { file_id }, body, headers });
const remove = (caller: Caller, file_id: string) => door.call("DeleteFile", { caller, path: { file_id } });
const statusOf = async (caller: Caller, id: string, query = ""): Promise<number> =>
  (await door.fetch(`/api/v1/files/${id}${query}`, { caller })).status;
const undo = (caller: Caller, changeset_id = "") =>
  door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path: { changeset_id }, body: {} });
const list = async (caller: Caller, query = ""): Promise<string[]> => {
  const { status, body } = await door.call("ListFiles", { caller, query });
  return status === 200 ? (body.files as { name: string }[]).map(({ name }) => name) : [String(body.code)];
};

test("a deleted file is found nowhere, and comes back by a restore or an undo", async () => {
  const caller = testCaller();
  const id = await made(caller);
  const deleted = await remove(caller, id);
  assert.deepEqual([deleted.status, deleted.body], [200, { id, deleted: true }]);
  const again = await remove(caller, id);
  assert.deepEqual(
    [again.status, again.body, again.headers["x-changeset-id"]],
    [200, { id, deleted: true }, undefined],
  );
  assert.deepEqual(
    [await statusOf(caller, id), await statusOf(caller, id, "?mode=meta"), await list(caller)],
    [404, 404, []],
  );
  assert.deepEqual(await list(caller, "deleted=only"), ["a.txt"]);
  assert.equal((await patch(caller, id, { name: "b" })).status, 404);
  assert.equal((await patch(caller, id, { action: "restore", name: "b" })).status, 400);
  assert.equal((await patch(caller, id, { action: "restore" })).body.status, "ready");
  assert.equal(await statusOf(caller, id), 302);
  assert.equal((await patch(caller, id, { action: "restore" })).headers["x-changeset-id"], undefined);
  const last = await remove(caller, id);
  assert.equal((await undo(caller, last.headers["x-changeset-id"])).status, 200);
  assert.equal(await statusOf(caller, id), 302);
  assert.equal((await remove(testCaller(), id)).status, 404);
  assert.equal((await stored(caller.team_id)).changes.at(-1), "update files");
});

test("after 30 days a deleted file does not come back; once its bytes are gone, not by an undo either", async () => {
  const caller = testCaller();
  const id = await made(caller);
  const deleted = await remove(caller, id);
  const sql =
    "update data.files set deleted_at = now() - interval '31 days', purged_at = now() where id = $1";
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(sql, [id]);
  });
  assert.deepEqual((await patch(caller, id, { action: "restore" })).body.code, "restore_window_passed");
  const undone = await undo(caller, deleted.headers["x-changeset-id"]);
  assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"]);
});
