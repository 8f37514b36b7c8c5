import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { readConfig } from "./config.ts";
import { thirdPartyProtos } from "./third-party.ts";
import { readZipEntry } from "./zip.ts";

/** A zip archive of one file, as archivers write it: sizes in the directory, none in the local header. */
function zipOf(name: string, text: string, method: 0 | 8): Buffer {
  const data = method === 8 ? deflateRawSync(text) : Buffer.from(text);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const body = Buffer.concat([local, Buffer.from(name), data]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, entry, Buffer.from(name), end]);
}

test("a file of a zip archive is read, stored or deflated", () => {
  assert.equal(readZipEntry(zipOf("a.proto", "hello", 0), "a.proto").toString(), "hello");
  assert.equal(
    readZipEntry(zipOf("a.proto", "hello".repeat(99), 8), "a.proto").toString(),
    "hello".repeat(99),
  );
});

test("a file that is not a zip archive, or lacks the file, is refused", () => {
  assert.throws(() => readZipEntry(Buffer.from("<html>"), "a.proto"), /not a zip archive/);
  assert.throws(() => readZipEntry(zipOf("a.proto", "x", 0), "b.proto"), /holds no b\.proto/);
});

test("a damaged cache is refused with the file to remove", async () => {
  const { cacheDir } = readConfig();
  await thirdPartyProtos(cacheDir);
  const [name] = await readdir(join(cacheDir, "protos"));
  assert.ok(name);
  const damaged = await mkdtemp(join(tmpdir(), "jst-cache-"));
  try {
    await mkdir(join(damaged, "protos"));
    await writeFile(join(damaged, "protos", name), "half a down");
    await assert.rejects(thirdPartyProtos(damaged), new RegExp(`${name} has sha256 .*remove the file`));
  } finally {
    await rm(damaged, { recursive: true, force: true });
  }
});
