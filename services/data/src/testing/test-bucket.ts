import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { Secret } from "@jst/config";
import { freePort, until } from "@jst/testing";
import type { S3Bucket } from "../files/store/s3-store.ts";

const program = process.env["TEST_VERSITYGW"];

/** Why there is no bucket; false where there is one. */
export const hasNoBucket: string | false =
  program === undefined ? "versitygw is not there: it takes Go, and `make test`" : false;

/** A bucket, the folder that its server keeps it in, and how that is ended. */
export interface TestBucket extends S3Bucket {
  folder: string;
  stop: () => Promise<void>;
}

/** A bucket on a server of its own, which ends with the file's last test. Call it at the top of a test file. */
export async function testBucket(): Promise<TestBucket> {
  const home = await mkdtemp(path.join(tmpdir(), "jst-bucket-"));
  const [root, meta, spool] = ["root", "meta", "spool"].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  const folder = path.join(root, "files");
  await mkdir(folder, { recursive: true });
  await mkdir(meta);
  const port = await freePort();
  const key = { ROOT_ACCESS_KEY: "test-access", ROOT_SECRET_KEY: "test-secret-key" };
  const place = ["--port", `127.0.0.1:${port}`, "--keep-alive", "--quiet", "posix", "--sidecar", meta, root];
  const server = spawn(program ?? "", place, { env: key, stdio: "ignore" });
  const ended = once(server, "exit");
  const stop = async (): Promise<void> => {
    server.kill();
    await ended;
  };
  after(async () => {
    await stop();
    await rm(home, { recursive: true });
  });
  const url = new URL(`http://127.0.0.1:${port}/files`);
  await until("the bucket answers", 20_000, () => fetch(url).catch(() => undefined));
  const [accessKeyId, secretAccessKey] = [new Secret(key.ROOT_ACCESS_KEY), new Secret(key.ROOT_SECRET_KEY)];
  return { url, region: "us-east-1", accessKeyId, secretAccessKey, spool, folder, stop };
}
