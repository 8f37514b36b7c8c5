import { human, testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();

test("the usage tells live files, their bytes, what waits for approval, and the quota", async () => {
  const caller = testCaller();
  const usage = async () => (await door.call("GetFileUsage", { caller })).body as Record<string, number>;
  const none = { files: 0, bytes: 0, pending_bytes: 0, quota_bytes: 10_737_418_240 };
  assert.deepEqual(await usage(), none);
  const { body } = await upload(door, caller, [{ file: "12345", name: "a" }]);
  await upload(door, caller, [{ file: "123", name: "b" }]);
  await upload(door, human(caller.team_id, "member"), [{ file: "1234567", name: "c" }]);
  assert.deepEqual(await usage(), { ...none, files: 2, bytes: 8, pending_bytes: 7 });
  await door.call("DeleteFile", { caller, path: { file_id: body.id as string } });
  assert.deepEqual(await usage(), { ...none, files: 1, bytes: 3, pending_bytes: 7 });
});
