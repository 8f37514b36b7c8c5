import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();
const made = async (caller: ReturnType<typeof testCaller>) =>
  (await upload(door, caller, [{ file: Buffer.from("abc"), name: "a.csv" }])).body.id as string;
const pin = (team_id: string, id: string, holder_id: string) =>
  door.callAs("crm", "PinFile", { team_id, id, holder_id });
const read = (team_id: string, id: string, more: object) =>
  door.callAs("crm", "ReadFile", { team_id, id, start: 0, length: 10, ...more });

test("a pinned file is read by its holder alone once it is deleted, until the holder releases it", async () => {
  const caller = testCaller();
  const [id, holder_id] = [await made(caller), randomUUID()];
  for (let time = 0; time < 2; time += 1)
    assert.equal((await pin(caller.team_id, id, holder_id)).status, 200);
  await door.call("DeleteFile", { caller, path: { file_id: id } });
  const bytes = Buffer.from("abc").toString("base64");
  assert.deepEqual((await read(caller.team_id, id, { holder_id })).body, { content: bytes });
  assert.equal((await read(caller.team_id, id, {})).status, 404);
  assert.equal((await read(caller.team_id, id, { holder_id: randomUUID() })).status, 404);
  assert.equal(
    (await door.callAs("crm", "ReleaseFiles", { team_id: caller.team_id, holder_id })).status,
    200,
  );
  assert.equal((await read(caller.team_id, id, { holder_id })).status, 404);
});

test("a file of another team and an absent one are not pinned", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const id = await made(other);
  assert.equal((await pin(caller.team_id, id, randomUUID())).status, 404);
  assert.equal((await pin(caller.team_id, randomUUID(), randomUUID())).status, 404);
});
