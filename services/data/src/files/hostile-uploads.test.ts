import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { rawForm, upload, uploadRaw } from "../testing/test-files.ts";
import { zipOf } from "@jst/testing/zips";

const { door, folder } = await testData();
const hasty = await testData({ uploadMs: 300 });
const bytesOf = (teamId: string) => readdir(path.join(folder, teamId)).catch((): string[] => []);
const unfinished = () => readdir(path.join(folder, "incoming")).catch((): string[] => []);
const form = { "content-type": "multipart/form-data; boundary=xyz" };
const head = (name: string) => `content-disposition: form-data; name="file"; filename="${name}"`;

test("an upload that comes too slowly is cut, and leaves nothing behind", async () => {
  const caller = testCaller();
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`--xyz\r\n${head("a.txt")}\r\n\r\nHel`)),
    // The rest of the body never arrives.
    pull: () => new Promise(() => undefined),
  });
  const request = { method: "POST", caller, headers: form, body: endless, duplex: "half" as const };
  const response = await hasty.door.fetch("/api/v1/files", request);
  const { code } = (await response.json()) as { code: string };
  assert.deepEqual([response.status, code], [504, "timeout"]);
  const left = await readdir(hasty.folder, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  );
});

test("an upload that ends at any of its bytes is refused, and leaves nothing behind", async () => {
  const caller = testCaller();
  const option = 'content-disposition: form-data; name="folder"';
  const whole = rawForm("xyz", [
    [head("a.txt"), "Hello"],
    [option, "f"],
    [head("b.txt"), "Bye"],
  ]);
  // Bytes after the last boundary are ignored.
  const last = whole.lastIndexOf("--xyz--") + "--xyz--".length;
  const statuses = new Map<number, number>();
  for (let end = 0; end < last; end += 1) {
    const { status } = await uploadRaw(door, caller, whole.slice(0, end), form);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual([...statuses], [[400, last]]);
  assert.deepEqual([await bytesOf(caller.team_id), await unfinished()], [[], []]);
  assert.equal((await uploadRaw(door, caller, whole, form)).status, 201);
});

test("an archive that ends at any of its bytes is refused or a plain file, and no entry of it is kept", async () => {
  const caller = testCaller();
  const zip = zipOf([
    { name: "a.txt", content: "Hello" },
    { name: "b.txt", content: randomBytes(100) },
  ]);
  let kept = 0;
  for (let end = 1; end < zip.length; end += 7) {
    const { status, body } = await upload(door, caller, [{ file: zip.subarray(0, end), name: "a.zip" }]);
    assert.ok(status === 201 || status === 422, String(status));
    if (status === 201) kept += 1;
    assert.equal(body.extracted, undefined);
  }
  assert.equal((await bytesOf(caller.team_id)).length, kept);
});

test("the head of a part has no 20 MiB, and what was sent of it is not kept", async () => {
  const caller = testCaller();
  const large = rawForm("xyz", [[`x-large: ${"y".repeat(20 * 1_048_576)}\r\n${head("a.txt")}`, "Hello"]]);
  const { status, body } = await uploadRaw(door, caller, large, form);
  assert.deepEqual([status, body.code], [400, "malformed_multipart"]);
  assert.deepEqual([await bytesOf(caller.team_id), await unfinished()], [[], []]);
});

test("two uploads of one name at once are two files, each with its own bytes", async () => {
  const caller = testCaller();
  const contents = ["one", "another"];
  const isPublic = { option: "visibility", value: "public" };
  const sent = await Promise.all(
    contents.map((file) =>
      upload(door, caller, [{ file, name: "same.txt" }, { option: "folder", value: "f" }, isPublic]),
    ),
  );
  const read = sent.map(async ({ body }) =>
    (await door.fetch(`/api/v1/files/${body.id}`, { caller })).text(),
  );
  assert.deepEqual(await Promise.all(read), contents);
  assert.notEqual(sent[0]?.body.id, sent[1]?.body.id);
});
