import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import { Readable } from "node:stream";
import { uuidv7 } from "@jst/db";
import type { BlobKey, FileStore } from "../files/store/file-store.ts";

const MIB = 1_048_576;

const inAnHour = new Date(Date.now() + 3_600_000);
const newKey = (): BlobKey => ({ teamId: uuidv7(), id: uuidv7() });
const read = async (store: FileStore, key: BlobKey, start: number, end: number) =>
  buffer(await store.read(key, { start, end }));

/** Describes the guarantees of every store of files. */
export function describeStore(name: string, store: FileStore): void {
  describe(`the store of files, ${name}`, () => {
    describeKeeping(store);
    describeEnding(store);
    describeListing(store);
  });
}

/** Bytes that were put can be read. */
function describeKeeping(store: FileStore): void {
  test("bytes are read as they were written, any part of them", async () => {
    const key = newKey();
    const bytes = randomBytes(200_000);
    await store.put(key, chunksOf(bytes, 7_001));
    assert.deepEqual(await read(store, key, 0, 199_999), bytes);
    for (const [start, end] of [
      [0, 0],
      [199_999, 199_999],
      [65_535, 65_536],
      [1, 131_072],
    ] as const)
      assert.deepEqual(await read(store, key, start, end), bytes.subarray(start, end + 1));
  });

  test("no bytes at all are kept too", async () => {
    const key = newKey();
    await store.put(key, chunksOf(Buffer.alloc(0), 1));
    assert.deepEqual(await store.olderThan(key.teamId, inAnHour), [key]);
  });

  test("many bytes are kept whole, without being held", async () => {
    const key = newKey();
    const sums = [createHash("sha256"), createHash("sha256")] as const;
    await store.put(key, counted(24, sums[0]));
    for await (const chunk of await store.read(key, { start: 0, end: 24 * MIB - 1 }))
      sums[1].update(chunk as Buffer);
    assert.equal(sums[1].digest("hex"), sums[0].digest("hex"));
  });
}

/** Bytes of a cancelled or removed blob are gone. */
function describeEnding(store: FileStore): void {
  test("bytes that break off leave nothing, and the reason is told as it is", async () => {
    const key = newKey();
    for (const after of [0, 1, 3 * MIB]) {
      const reason = new Error("the client has left");
      await assert.rejects(store.put(key, broken(after, reason)), reason);
    }
    assert.deepEqual(await store.olderThan(key.teamId, inAnHour), []);
    await assert.rejects(store.read(key, { start: 0, end: 0 }));
  });

  test("what is removed is gone, and what was never there is no fault", async () => {
    const [key, other] = [newKey(), newKey()];
    for (const one of [key, other]) await store.put(one, chunksOf(Buffer.from("x"), 1));
    await store.remove([newKey(), key]);
    await store.remove([key]);
    await assert.rejects(store.read(key, { start: 0, end: 0 }));
    assert.equal((await read(store, other, 0, 0)).toString(), "x");
    await store.remove([]);
  });
}

/** Listing finds every blob. */
function describeListing(store: FileStore): void {
  test("a team's keys are listed by their age, however many, and no other team's", async () => {
    const { teamId } = newKey();
    const ids = Array.from({ length: 1_003 }, () => uuidv7()).sort();
    const left = ids.values();
    const put = async () => {
      for (const id of left) await store.put({ teamId, id }, chunksOf(Buffer.from("x"), 1));
    };
    await Promise.all(Array.from({ length: 16 }, put));
    const other = newKey();
    await store.put(other, chunksOf(Buffer.from("x"), 1));
    const listed = (await store.olderThan(teamId, inAnHour)).map(({ id }) => id).sort();
    assert.deepEqual(listed, ids);
    assert.deepEqual(await store.olderThan(teamId, new Date(Date.now() - 3_600_000)), []);
    const teams = await store.teams();
    assert.ok(teams.includes(teamId) && teams.includes(other.teamId));
    assert.deepEqual(await store.olderThan(uuidv7(), inAnHour), []);
  });
}

function chunksOf(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
}

function counted(mebibytes: number, sum: ReturnType<typeof createHash>): Readable {
  const chunks = function* () {
    for (let n = 0; n < mebibytes * 16; n += 1) {
      const chunk = randomBytes(65_536);
      sum.update(chunk);
      yield chunk;
    }
  };
  return Readable.from(chunks());
}

function broken(after: number, reason: Error): Readable {
  const chunks = function* () {
    if (after > 0) yield Buffer.alloc(after);
    throw reason;
  };
  return Readable.from(chunks());
}
