import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();

test("live files of the team are found; deleted ones, those of others and ids of nothing are left out", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const made = async (by: typeof caller) =>
    (await upload(door, by, [{ file: "x", name: "a.txt" }])).body.id as string;
  const [live, gone, foreign] = [await made(caller), await made(caller), await made(other)];
  await door.call("DeleteFile", { caller, path: { file_id: gone } });
  const body = { team_id: caller.team_id, ids: [live, gone, foreign, randomUUID()] };
  assert.deepEqual((await door.callAs("crm", "FindFiles", body)).body, { ids: [live] });
});
