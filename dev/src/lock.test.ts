import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { withLock } from "./lock.ts";
import { OperatorError } from "./operator-error.ts";
import { identify } from "./process/identity.ts";

const dir = mkdtempSync(path.join(tmpdir(), "jst-lock-"));
after(() => rmSync(dir, { recursive: true }));

test("a second command is told who works on the fleet, and the lock is free afterwards", async () => {
  const lock = path.join(dir, "held");
  await withLock(lock, async () => {
    await assert.rejects(
      withLock(lock, () => Promise.resolve()),
      (error) => error instanceof OperatorError && error.message.includes(`pid ${process.pid}`),
    );
  });
  assert.equal(await withLock(lock, () => Promise.resolve("free")), "free");
  assert.equal(existsSync(lock), false);
});

test("the lock of a killed command is taken over", async () => {
  const lock = path.join(dir, "stale");
  const child = spawn("sleep", ["60"]);
  writeFileSync(lock, JSON.stringify(identify(child.pid ?? 0)));
  await assert.rejects(
    withLock(lock, () => Promise.resolve()),
    OperatorError,
  );
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(await withLock(lock, () => Promise.resolve("taken over")), "taken over");
});

test("a lock whose pid belongs to another program by now is taken over", async () => {
  const lock = path.join(dir, "reused");
  writeFileSync(lock, JSON.stringify({ pid: process.pid, started: "another boot:1" }));
  assert.equal(await withLock(lock, () => Promise.resolve("taken over")), "taken over");
});

test("a lock cut off while it was written is taken over", async () => {
  const lock = path.join(dir, "cut");
  writeFileSync(lock, '{"pid":');
  assert.equal(await withLock(lock, () => Promise.resolve("taken over")), "taken over");
});
