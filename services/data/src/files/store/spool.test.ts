import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { Readable } from "node:stream";
import { Spool } from "./spool.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-spool-"));
after(() => rmSync(folder, { recursive: true }));

const bytes = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size, "x")));
const noRoom = (thrown: unknown) => thrown instanceof AppError && thrown.code === "unavailable";

test("what is on its way takes no more room than it may, and what has gone makes room", async () => {
  const spool = new Spool(folder, 100);
  const first = await spool.take(bytes(40, 20));
  await assert.rejects(spool.take(bytes(30, 11)), noRoom);
  const second = await spool.take(bytes(40));
  await assert.rejects(spool.take(bytes(1)), noRoom);
  await first.close();
  const third = await spool.take(bytes(60));
  assert.deepEqual([first.size, second.size, third.size], [60, 40, 60]);
  await Promise.all([second.close(), third.close()]);
  assert.deepEqual(readdirSync(folder), []);
});

test("bytes that wait can be read as often as it takes", async () => {
  const spooled = await new Spool(folder, 100).take(bytes(3, 4));
  const texts = [await buffer(spooled.read()), await buffer(spooled.read())].map(String);
  assert.deepEqual(texts, ["xxxxxxx", "xxxxxxx"]);
  await spooled.close();
});
