import { Secret } from "@jst/config";
import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { DirectoryStore } from "./directory-store.ts";
import { openStore, type BucketAccess } from "./open-store.ts";
import { S3Store } from "./s3-store.ts";

const key = new Secret("k");
const access: BucketAccess = { region: "r", accessKeyId: key, secretAccessKey: key, spool: tmpdir() };
const none = { ...access, secretAccessKey: new Secret("") };

test("FILES_STORE names a folder, a bucket or nothing, and nothing takes no bytes", async () => {
  assert.ok((await openStore("directory:/var/files", none)) instanceof DirectoryStore);
  const bucket = await openStore("s3:https://s3.example.com/files", access);
  assert.ok(bucket instanceof S3Store);
  await bucket.close();
  const noStore = await openStore("", none);
  const isAway = (thrown: unknown) => thrown instanceof AppError && thrown.code === "unavailable";
  await assert.rejects(noStore.read({ teamId: "a", id: "b" }, { start: 0, end: 0 }), isAway);
  assert.deepEqual(await noStore.teams(), []);
});

test("what FILES_STORE cannot mean ends the start, and what may be a password is not repeated", async () => {
  const refused = [
    "files",
    "directory:",
    "s3:",
    "s3:files",
    "s3:https://s3.example.com",
    "s3:https://s3.example.com/",
    "s3:https://s3.example.com/a/b",
    "s3:ftp://s3.example.com/files",
    "s3:https://user:hunter2@s3.example.com/files",
    "s3:https://s3.example.com/files?X-Amz-Credential=hunter2",
  ];
  for (const setting of refused)
    await assert.rejects(openStore(setting, access), (thrown: Error) => {
      assert.match(thrown.message, /^FILES_STORE must be/, setting);
      assert.doesNotMatch(thrown.message, /hunter2/);
      return true;
    });
  await assert.rejects(openStore("s3:https://s3.example.com/files", none), /FILES_S3_SECRET_ACCESS_KEY/);
});
