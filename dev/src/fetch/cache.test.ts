import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fillOnce } from "./cache.ts";
import { fetchJars } from "./jars.ts";

const cache = mkdtempSync(path.join(tmpdir(), "jst-cache-"));
after(() => rmSync(cache, { recursive: true }));

test("a fetch that fails leaves nothing that looks like a cache, and the next one starts over", async () => {
  const dir = path.join(cache, "fails");
  const cutOff = fillOnce(dir, async (part) => {
    await writeFile(path.join(part, "half"), "");
    throw new Error("connection reset");
  });
  await assert.rejects(cutOff, /connection reset/);
  assert.deepEqual(readdirSync(cache), []);
  await fillOnce(dir, (part) => writeFile(path.join(part, "whole"), ""));
  assert.deepEqual(readdirSync(dir), ["whole"]);
});

test("what a killed fetch left is removed, and what a living one is building is not", async () => {
  const dir = path.join(cache, "killed");
  const child = spawn("sleep", ["60"]);
  const living = `${dir}.part.${child.pid ?? 0}`;
  // Above the largest pid the kernel gives.
  const abandoned = `${dir}.part.4194305`;
  for (const part of [living, abandoned]) mkdirSync(part);
  await fillOnce(dir, (part) => writeFile(path.join(part, "whole"), ""));
  assert.deepEqual([existsSync(abandoned), existsSync(living)], [false, true]);
  child.kill();
  await once(child, "exit");
});

test("of two fetches at once both answer the one cache", async () => {
  const dir = path.join(cache, "race");
  const other = `${dir}.other`;
  const slow = fillOnce(dir, async (part) => {
    await writeFile(path.join(part, "by"), "slow");
    // Another process finishes first.
    await fillOnce(other, (part) => writeFile(path.join(part, "by"), "quick"));
    await rename(other, dir);
  });
  assert.equal(await slow, dir);
  assert.equal(readFileSync(path.join(dir, "by"), "utf8"), "quick");
});

test("a jar that is not the pinned one is refused with its address, whatever the mirror says", async () => {
  const mirror = createServer((_, response) => response.end("not a jar")).listen(0, "127.0.0.1");
  await once(mirror, "listening");
  const url = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  const empty = path.join(cache, "jars");
  await assert.rejects(
    fetchJars("kafka", { cacheDir: empty, mavenUrl: url }, () => undefined),
    {
      name: "OperatorError",
      message: new RegExp(`^${url}/.*\\.jar could not be fetched \\(its SHA-256 is .*JST_MAVEN_URL`),
    },
  );
  assert.deepEqual(
    readdirSync(empty).filter((name) => !name.includes(".part.")),
    [],
  );
  mirror.close();
});
