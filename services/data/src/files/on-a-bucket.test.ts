import { Database, uuidv7 } from "@jst/db";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import { Readable } from "node:stream";
import { hasNoBucket as skip, testBucket } from "../testing/test-bucket.ts";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { jpegOf, SECRET, segment, tiffOf } from "../testing/test-pictures.ts";
import { zipOf } from "@jst/testing/zips";
import { S3Store } from "./store/s3-store.ts";
import { sweepFiles } from "./sweep.ts";

const twoDaysAgo = new Date(Date.now() - 172_800_000);

async function onBucket() {
  const bucket = await testBucket();
  const store = new S3Store(bucket);
  after(() => store.close());
  const { door, database: own } = await testData({ files: store });
  const options = {
    connectionString: own.url,
    poolSize: 2,
    applicationName: "test",
    changesetPrefix: "data",
  };
  const database = new Database(options);
  after(() => database.close());
  const sweep = () => sweepFiles({ database, store, workerUrl: own.urlOf("data_worker") });
  /** Ids of a team's objects. */
  const objectsOf = (teamId: string) => readdir(path.join(bucket.folder, teamId)).catch((): string[] => []);
  const age = async (teamId: string) => {
    for (const id of await objectsOf(teamId))
      await utimes(path.join(bucket.folder, teamId, id), twoDaysAgo, twoDaysAgo);
  };
  return { bucket, store, door, sweep, objectsOf, age };
}

test(
  "on a bucket a file is uploaded, read, unpacked, refused, deleted and swept as in a folder",
  { skip },
  async () => {
    const { bucket, store, door, sweep, objectsOf, age } = await onBucket();
    const { team_id: teamId } = testCaller();
    const caller = testCaller({ team_id: teamId });
    const isPublic = { option: "visibility", value: "public" };
    const bytes = randomBytes(6_000_000);
    const { status, body } = await upload(door, caller, [{ file: bytes, name: "a.bin" }, isPublic]);
    assert.equal(status, 201, JSON.stringify(body));
    const at = `/api/v1/files/${body.id}`;
    const read = async (headers: Record<string, string> = {}) => {
      const response = await door.fetch(at, { caller, headers });
      return [response.status, Buffer.from(await response.arrayBuffer())];
    };
    assert.deepEqual(await read(), [200, bytes]);
    assert.deepEqual(await read({ range: "bytes=5999990-" }), [206, bytes.subarray(5_999_990)]);

    const zip = zipOf([
      { name: "in/a.txt", content: "Hello" },
      { name: "../b", content: "no" },
    ]);
    const unpacked = await upload(door, caller, [{ file: zip, name: "a.zip" }]);
    assert.deepEqual(
      [unpacked.body.extracted.map(({ name }: { name: string }) => name), unpacked.body.skipped[0]?.reason],
      [["a.txt"], "unsafe_path"],
    );
    assert.equal((await objectsOf(teamId)).length, 3);
    const refused = await upload(door, caller, [
      { file: "x", name: "x" },
      { option: "owner", value: "me" },
    ]);
    assert.equal(refused.status, 422);
    assert.equal((await objectsOf(teamId)).length, 3);

    // A blob without a file goes after a day; a file's blob stays.
    await store.put({ teamId, id: uuidv7() }, Readable.from([Buffer.from("left behind")]));
    await sweep();
    assert.equal((await objectsOf(teamId)).length, 4);
    await age(teamId);
    await sweep();
    assert.equal((await objectsOf(teamId)).length, 3);
    assert.equal((await door.call("DeleteFile", { caller, path: { file_id: body.id } })).status, 200);
    assert.equal((await read())[0], 404);

    await bucket.stop();
    const late = await upload(door, caller, [{ file: "x", name: "x" }]);
    assert.deepEqual([late.status, late.body.code], [503, "unavailable"]);
    assert.doesNotMatch(JSON.stringify(late.body), /127\.0\.0\.1|ECONN|test-access/);
  },
);

test("on a bucket public_url answers a picture without its place", { skip }, async () => {
  const { door } = await onBucket();
  const caller = testCaller();
  const picture = jpegOf([segment(0xe1, "Exif\0\0", tiffOf())]);
  const isPublic = { option: "visibility", value: "public" };
  const { body: file } = await upload(door, caller, [{ file: picture, name: "a.jpg" }, isPublic]);
  const at = new URL(String(file.public_url), "http://gateway.test").pathname;
  const shown = Buffer.from(await (await door.fetch(at)).arrayBuffer());
  assert.deepEqual([shown.length, shown.includes(SECRET)], [picture.length, false]);
  const part = await door.fetch(at, { headers: { range: "bytes=40-99" } });
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), shown.subarray(40, 100));
  const own = await door.fetch(`/api/v1/files/${file.id}`, { caller });
  assert.deepEqual(Buffer.from(await own.arrayBuffer()), picture);
});
