import { human, testCaller } from "@jst/testing";
import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();

const made = async (caller: Caller, name = "a.txt"): Promise<string> =>
  (await upload(door, caller, [{ file: "Hello", name }])).body.id as string;
const patch = (caller: Caller, file_id: string, body: object, headers: Record<string, string> = {}) =>
  door.call("UpdateFile", { caller, path: { file_id }, body, headers });
const undo = (caller: Caller, changeset_id = "") =>
  door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path: { changeset_id }, body: {} });
const list = async (caller: Caller, query = ""): Promise<string[]> => {
  const { status, body } = await door.call("ListFiles", { caller, query });
  return status === 200 ? (body.files as { name: string }[]).map(({ name }) => name) : [String(body.code)];
};

test("name, folder, visibility and tags are changed, and nothing else of a file", async () => {
  const caller = testCaller();
  const id = await made(caller);
  const { status, body } = await patch(caller, id, {
    name: " ../b\u0007.txt",
    folder: "/x/y/",
    visibility: "public",
    tags: ["b", "b"],
  });
  assert.deepEqual(
    [status, body.name, body.folder, body.visibility, body.tags, body.version],
    [200, "b.txt", "x/y", "public", ["b"], 2],
  );
  assert.deepEqual((await patch(caller, id, { folder: "" })).body.folder, null);
  assert.equal((await patch(caller, id, { folder: null })).body.version, 3);
  for (const refused of [
    { name: "" },
    { name: ".." },
    { name: "a/" },
    { name: null },
    { name: "x".repeat(256) },
    { folder: "a/./b" },
    { visibility: "all" },
    { visibility: null },
    { mime_type: "text/html" },
    { size_bytes: 1 },
    { uploadedBy: caller.token_id },
    { source_archive_id: null },
    { status: "ready" },
  ])
    assert.equal((await patch(caller, id, refused)).status, 422, JSON.stringify(refused));
  assert.equal((await patch(caller, id, { name: "c" }, { "if-match": '"1"' })).status, 412);
  const moved = await patch(caller, id, { name: "c" }, { "if-match": '"3"' });
  assert.equal(moved.status, 200);
  assert.equal((await undo(caller, moved.headers["x-changeset-id"])).status, 200);
  assert.deepEqual(await list(caller), ["b.txt"]);
});
