import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();
const made = async (caller: ReturnType<typeof testCaller>, file: Buffer) =>
  (await upload(door, caller, [{ file, name: "a.bin" }])).body.id as string;

test("live files are described; deleted ones, those of others and ids of nothing are left out", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const bytes = Buffer.from([0, 1, 2]);
  const [live, gone, foreign] = [
    await made(caller, bytes),
    await made(caller, bytes),
    await made(other, bytes),
  ];
  await door.call("DeleteFile", { caller, path: { file_id: gone } });
  const body = { team_id: caller.team_id, ids: [live, gone, foreign, randomUUID()] };
  assert.deepEqual((await door.callAs("comms", "DescribeFiles", body)).body, {
    files: [
      {
        ...{ id: live, name: "a.bin", mime_type: "application/octet-stream", size_bytes: 3 },
        checksum_sha256: createHash("sha256").update(bytes).digest("hex"),
      },
    ],
  });
});
