import { human } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { formOf } from "../testing/test-files.ts";

/** Uploads of imports of another service (imports.uploads). */
const { door, folder } = await testData();

/** An upload of contacts of a member, and what crm asks about it. */
async function upload() {
  const caller = human(randomUUID(), "member");
  const body = formOf([{ file: "first_name\nAda\n", name: "people.csv" }]);
  const route = "/api/v1/contacts/imports/uploads";
  const response = await door.fetch(route, { method: "POST", caller, body });
  assert.equal(response.status, 201);
  const { id, sha256 } = (await response.json()) as { id: string; sha256: string };
  const { team_id, member_id } = caller;
  const find = async (more: object = {}) =>
    (await door.callAs("crm", "FindImportUpload", { team_id, id, created_by_id: member_id, ...more })).body;
  const pin = async (holder_id: string) =>
    (await door.callAs("crm", "PinFile", { team_id, id, holder_id })).status;
  const read = async (holder_id?: string) =>
    await door.callAs("crm", "ReadFile", { team_id, id, start: 0, length: 10, holder_id });
  const release = (holder_id: string) => door.callAs("crm", "ReleaseFiles", { team_id, holder_id });
  const bytes = () => readdir(path.join(folder, team_id));
  return { id, sha256, find, pin, read, release, bytes };
}

test("an upload is found for its uploader alone, and by its id", async () => {
  const { id, sha256, find } = await upload();
  assert.deepEqual(await find(), {
    uploads: [{ id, name: "people.csv", size_bytes: 15, checksum_sha256: sha256 }],
  });
  for (const other of [{ team_id: randomUUID() }, { id: randomUUID() }, { created_by_id: randomUUID() }])
    assert.deepEqual(await find(other), { uploads: [] });
});

test("an upload has one holder, which alone reads it, and is deleted when that one releases it", async () => {
  const { find, pin, read, release, bytes } = await upload();
  const [holder, other] = [randomUUID(), randomUUID()];
  assert.equal((await read(holder)).status, 404);
  assert.deepEqual([await pin(holder), await pin(holder), await pin(other)], [200, 200, 404]);
  assert.deepEqual(await find(), { uploads: [] });
  assert.deepEqual((await read(holder)).body, { content: Buffer.from("first_name").toString("base64") });
  assert.deepEqual([(await read(other)).status, (await read()).status], [404, 404]);
  await release(other);
  assert.equal((await bytes()).length, 1);
  await release(holder);
  assert.deepEqual([(await read(holder)).status, await bytes()], [404, []]);
});
