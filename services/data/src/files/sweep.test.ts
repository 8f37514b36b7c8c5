import type { Caller } from "@jst/caller";
import { Database, uuidv7 } from "@jst/db";
import { human, testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { zipOf } from "@jst/testing/zips";
import { sweepFiles } from "./sweep.ts";

const { door, database: own, store, folder } = await testData();
const database = new Database({
  connectionString: own.url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => database.close());

const sweep = () => sweepFiles({ database, store, workerUrl: own.urlOf("data_worker") });
const namesOf = async ({ team_id }: Caller): Promise<string[]> =>
  (await readdir(path.join(folder, team_id))).sort();
const made = async (caller: Caller, file: string | Buffer = "x"): Promise<string> =>
  (await upload(door, caller, [{ file, name: "a" }])).body.id as string;
/** Two days ago. */
const past = new Date(Date.now() - 172_800_000);
async function age(caller: Caller): Promise<void> {
  for (const name of await namesOf(caller)) await utimes(path.join(folder, caller.team_id, name), past, past);
}
const remove = (caller: Caller, file_id: string) => door.call("DeleteFile", { caller, path: { file_id } });

test("bytes without a file go after a day; those of files and of pending proposals stay", async () => {
  const caller = testCaller();
  const [live, deleted] = [await made(caller), await made(caller)];
  await remove(caller, deleted);
  const member = human(caller.team_id, "member");
  const zip = zipOf([{ name: "a", content: "1" }]);
  const waiting = (await upload(door, member, [{ file: zip, name: "a.zip" }])).body.changeset_id as string;
  const rejected = (await upload(door, member, [{ file: "y", name: "b" }])).body.changeset_id as string;
  const decided = {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id: rejected },
    body: { reason: "no" },
  };
  assert.equal((await door.call("RejectChangeset", decided)).status, 200);
  const orphan = uuidv7();
  await writeFile(path.join(folder, caller.team_id, orphan), "left behind");
  await mkdir(path.join(folder, "incoming"), { recursive: true });
  const unfinished = path.join(folder, "incoming", "unfinished");
  await writeFile(unfinished, "half");
  await utimes(unfinished, past, past);
  const young = await namesOf(caller);
  await sweep();
  assert.deepEqual(await namesOf(caller), young);
  assert.deepEqual(await readdir(path.join(folder, "incoming")), []);
  await age(caller);
  await sweep();
  const left = await namesOf(caller);
  assert.equal(left.length, 4);
  assert.ok(left.includes(live) && left.includes(deleted) && !left.includes(orphan));
  const path_ = { changeset_id: waiting };
  const approved = await door.call("ApproveChangeset", {
    caller: human(caller.team_id, "admin"),
    path: path_,
    body: {},
  });
  assert.equal(approved.status, 200);
});

test("the bytes of a deleted file go after 30 days, without a trace in its changes, and do not come back", async () => {
  const caller = testCaller();
  const [gone, kept] = [await made(caller), await made(caller)];
  const deleted = await remove(caller, gone);
  await remove(caller, kept);
  await withClient(own.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      "update data.files set deleted_at = now() - interval '30 days 1 minute' where id = $1",
      [gone],
    );
  });
  await sweep();
  assert.deepEqual(await namesOf(caller), [kept]);
  const { body } = await door.call("ListChangesets", { caller }).catch(() => ({ body: { changesets: [] } }));
  assert.doesNotMatch(JSON.stringify(body), /purged/);
  const restored = await door.call("UpdateFile", {
    caller,
    path: { file_id: gone },
    body: { action: "restore" },
  });
  assert.equal(restored.body.code, "restore_window_passed");
  const undone = await door.call("UndoChangeset", {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id: deleted.headers["x-changeset-id"] ?? "" },
    body: {},
  });
  assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"]);
  await sweep();
});

test("the bytes of a deleted file stay while an import of another service has pinned them (imports.pinned)", async () => {
  const caller = testCaller();
  const [id, holder_id] = [await made(caller), uuidv7()];
  const { team_id } = caller;
  assert.equal((await door.callAs("crm", "PinFile", { team_id, id, holder_id })).status, 200);
  await remove(caller, id);
  await withClient(own.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("update data.files set deleted_at = now() - interval '31 days' where id = $1", [id]);
  });
  await sweep();
  assert.deepEqual(await namesOf(caller), [id]);
  await door.callAs("crm", "ReleaseFiles", { team_id, holder_id });
  await sweep();
  assert.deepEqual(await namesOf(caller), []);
});

test("what one team's bytes run into keeps nobody else's, and is told; so many that one statement is not enough go", async () => {
  const callers = Array.from({ length: 6 }, () => testCaller());
  for (const caller of callers) {
    await made(caller);
    const folder_ = path.join(folder, caller.team_id);
    // No name of bytes is a folder's: removing this one fails.
    if (caller === callers[2]) await mkdir(path.join(folder_, uuidv7()));
    else for (let n = 0; n < 1_100; n += 1) await writeFile(path.join(folder_, uuidv7()), "");
    await age(caller);
  }
  await assert.rejects(sweep(), { name: "AggregateError" });
  for (const caller of callers)
    assert.equal((await namesOf(caller)).length, caller === callers[2] ? 2 : 1, caller.team_id);
});
