import { Secret } from "@jst/config";
import { uuidv7 } from "@jst/db";
import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { Readable } from "node:stream";
import { describeStore } from "../../testing/describe-store.ts";
import { hasNoBucket as skip, testBucket } from "../../testing/test-bucket.ts";
import type { FileStore } from "./file-store.ts";
import { S3Store } from "./s3-store.ts";

const bucket = skip === false ? await testBucket() : undefined;
const opened: FileStore[] = [];
const open = (change: Partial<NonNullable<typeof bucket>> = {}): S3Store => {
  if (bucket === undefined) throw new Error("There is no bucket.");
  const store = new S3Store({ ...bucket, ...change });
  opened.push(store);
  return store;
};
after(() => Promise.all(opened.map((store) => store.close())));

if (skip === false) describeStore("a bucket", open());
else test("the store of files, a bucket", { skip });

const newKey = () => ({ teamId: uuidv7(), id: uuidv7() });

test("nothing lies on the disk under a name while bytes are on their way, nor after", { skip }, async () => {
  const seen: string[][] = [];
  const bytes = async function* () {
    yield Buffer.from("x");
    seen.push(await readdir(bucket?.spool ?? ""));
  };
  await open().put(newKey(), bytes());
  seen.push(await readdir(bucket?.spool ?? ""));
  assert.deepEqual(seen, [[], []]);
});

test("an upload whose connection is cut is sent again, and is there once and whole", { skip }, async () => {
  let cuts = 0;
  const port = Number(bucket?.url.port);
  // Cuts the first two connections in the midst of what they carry.
  const proxy = createServer((socket) => {
    const upstream = connect(port, "127.0.0.1");
    for (const one of [socket, upstream]) one.on("error", () => undefined);
    socket.pipe(upstream).pipe(socket);
    if (cuts >= 2) return;
    socket.on("data", () => {
      if (upstream.bytesWritten < 100_000 || socket.destroyed) return;
      cuts += 1;
      upstream.destroy();
      socket.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  after(() => proxy.close());
  const store = open({ url: new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/files`) });
  const key = newKey();
  const bytes = randomBytes(8_388_608);
  await store.put(key, Readable.from([bytes]));
  assert.equal(cuts, 2);
  const found = await buffer(await open().read(key, { start: 0, end: bytes.length - 1 }));
  assert.deepEqual(found, bytes);
});

test(
  "a bucket that is away, or lets us not in, is a 503 that names neither place nor key",
  { skip },
  async () => {
    const stores = [
      open({ url: new URL("http://127.0.0.1:9/files") }),
      open({ secretAccessKey: new Secret("another-secret-key") }),
      open({ url: new URL("/no-such-bucket", bucket?.url) }),
    ];
    for (const store of stores) {
      const key = newKey();
      const calls = [
        store.put(key, Readable.from([Buffer.from("x")])),
        store.read(key, { start: 0, end: 0 }),
        store.teams(),
        store.olderThan(key.teamId, new Date()),
      ];
      for (const result of await Promise.allSettled(calls)) {
        assert.ok(result.status === "rejected" && result.reason instanceof AppError, inspect(result));
        assert.equal(result.reason.code, "unavailable");
        assert.doesNotMatch(result.reason.message, /127|bucket|files\/|Code|ECONN/);
        assert.doesNotMatch(inspect(result.reason, { depth: 9 }), /test-access|secret-key|Authorization/i);
      }
    }
  },
);
