import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { randomBytes, randomUUID } from "node:crypto";
import { DirectoryStore } from "../store/directory-store.ts";
import { zipOf } from "@jst/testing/zips";
import { unpack } from "./unpack.ts";

const folder = await mkdtemp(path.join(tmpdir(), "jst-unpack-"));
after(() => rm(folder, { recursive: true }));
const store = new DirectoryStore(folder);

/** Unpacks an archive of three entries of 1,000 bytes each. */
async function unpacked(keptBytesMax: number): Promise<number> {
  const entries = ["a", "b", "c"].map((name) => ({ name, content: randomBytes(1_000) }));
  const bytes = zipOf(entries);
  const key = { teamId: randomUUID(), id: randomUUID() };
  await store.put(key, Readable.from([bytes]));
  const limits = { folder: null, maxBytes: 10_000, keptBytesMax, keeps: () => undefined };
  return (await unpack({ store, key, size: bytes.length }, limits)).extracted.length;
}

test("an archive may hold as many bytes as are kept of one, and one more refuses it whole", async () => {
  assert.equal(await unpacked(3_000), 3);
  await assert.rejects(unpacked(2_999), { code: "archive_too_large", extension: { reason: "too_large" } });
});
