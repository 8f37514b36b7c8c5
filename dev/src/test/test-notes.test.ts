import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { TestNotes } from "./test-notes.ts";

const folder = mkdtempSync(path.join(tmpdir(), "notes-"));
after(() => rmSync(folder, { recursive: true }));
const notes = new TestNotes(path.join(folder, "notes.txt"));

async function run(name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, `import { describe, test } from "node:test";\n${text}`);
  // Else the runner takes itself for a part of the one that runs this test.
  const env = { ...process.env };
  delete env["NODE_TEST_CONTEXT"];
  spawnSync(process.execPath, ["--test", ...notes.reporters(), file], { env, stdio: "ignore" });
  await notes.collect();
}

test("the end of a run names each test that failed in any part, with the first line of what it says", async () => {
  await run(
    "one.test.mjs",
    `describe("all", () => { test("bad", () => { throw new Error("one\\ntwo"); }); });`,
  );
  await run("two.test.mjs", `test("good", () => undefined); test("mute", () => { throw "three"; });`);
  const [head, one, two, ...rest] = notes.failures().split("\n");
  assert.equal(head, "These failed:");
  assert.match(one ?? "", /one\.test\.mjs:2 bad: one$/);
  assert.match(two ?? "", /two\.test\.mjs:2 mute: three$/);
  assert.deepEqual(rest, ["Something failed; see above.", ""]);
});

test("the end of a run names the slowest files", async () => {
  await run("slow.test.mjs", `test("waits", () => new Promise((resolve) => setTimeout(resolve, 1_100)));`);
  const [head, first] = notes.slowest().split("\n");
  assert.equal(head, "The slowest files:");
  assert.match(first ?? "", / s {2}.*slow\.test\.mjs$/);
});
