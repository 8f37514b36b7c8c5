import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();
const made = async (caller: ReturnType<typeof testCaller>, file: Buffer) =>
  (await upload(door, caller, [{ file, name: "a.bin" }])).body.id as string;
const part = async (team_id: string, id: string, start: number, length: number) =>
  door.callAs("comms", "ReadFile", { team_id, id, start, length });
const bytesOf = ({ body }: { body: { content: string } }) => Buffer.from(body.content, "base64");

test("the bytes of a file are read in parts to its end, to the byte; an empty one has none", async () => {
  const { team_id, ...rest } = testCaller();
  const caller = { team_id, ...rest };
  const bytes = randomBytes(1_500_000);
  const id = await made(caller, bytes);
  const [first, second] = [
    await part(team_id, id, 0, 1_048_576),
    await part(team_id, id, 1_048_576, 1_048_576),
  ];
  assert.ok(Buffer.concat([bytesOf(first), bytesOf(second)]).equals(bytes));
  assert.deepEqual((await part(team_id, id, 1_500_000, 10)).body, { content: "" });
  const empty = await made(caller, Buffer.alloc(0));
  assert.deepEqual((await part(team_id, empty, 0, 10)).body, { content: "" });
});

test("a deleted file and another team's have no bytes here", async () => {
  const caller = testCaller();
  const id = await made(caller, Buffer.from("x"));
  assert.equal((await part(testCaller().team_id, id, 0, 1)).status, 404);
  await door.call("DeleteFile", { caller, path: { file_id: id } });
  assert.equal((await part(caller.team_id, id, 0, 1)).status, 404);
});
