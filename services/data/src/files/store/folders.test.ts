import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { Folders } from "./folders.ts";

const root = await mkdtemp(path.join(tmpdir(), "folders-"));
after(() => rm(root, { recursive: true }));

test("a folder that many want at once is there for each, and one that cannot be made is tried again", async () => {
  const folders = new Folders();
  const [wanted, blocked] = [path.join(root, "team"), path.join(root, "file", "team")];
  await Promise.all(Array.from({ length: 20 }, () => folders.made(wanted)));
  assert.deepEqual(await readdir(wanted), []);
  await writeFile(path.dirname(blocked), "");
  const failed = await Promise.allSettled([folders.made(blocked), folders.made(blocked)]);
  assert.deepEqual([...new Set(failed.map(({ status }) => status))], ["rejected"]);
  await rm(path.dirname(blocked));
  await folders.made(blocked);
  assert.deepEqual(await readdir(blocked), []);
});

test("who waits for the names of a folder hears of a failure, and the next sync is a new one", async () => {
  const folders = new Folders();
  const gone = path.join(root, "gone");
  const failed = await Promise.allSettled(Array.from({ length: 5 }, () => folders.synced(gone)));
  assert.deepEqual([...new Set(failed.map(({ status }) => status))], ["rejected"]);
  await folders.made(gone);
  await Promise.all(Array.from({ length: 5 }, () => folders.synced(gone)));
});
