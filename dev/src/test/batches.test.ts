import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { repository } from "../config.ts";
import { writeBatches } from "./batches.ts";

const folder = mkdtempSync(path.join(tmpdir(), "batches-"));
after(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.relative(repository, path.join(folder, name));

test("a file of a batch has its hooks for itself, and one that cannot be loaded fails alone", async () => {
  const said = path.join(folder, "said");
  const head = `import { appendFileSync } from "node:fs";
import { after, beforeEach, test } from "node:test";
const say = (text) => appendFileSync(${JSON.stringify(said)}, text + "\\n");
`;
  const files = {
    "one.mjs": `${head}beforeEach(() => say("each one")); after(() => say("after one"));
test("first", () => say("first"));`,
    "two.mjs": `throw new Error("This file is broken.");`,
    "three.mjs": `${head}say("loaded three"); test("third", () => say("third"));`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const batches = await writeBatches(Object.keys(files).map(inFolder), path.join(folder, "written"));
  assert.equal(batches.length, 1);
  // Else the runner takes itself for a part of the one that runs this test.
  const env = { ...process.env };
  delete env["NODE_TEST_CONTEXT"];
  const { stdout, status } = spawnSync(process.execPath, ["--test", ...batches], { env, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stdout, /^ℹ pass 2$/m);
  assert.match(stdout, /✖ \S+two\.mjs [^]*This file is broken\./);
  assert.deepEqual(readFileSync(said, "utf8").trim().split("\n"), [
    ...["each one", "first", "after one"],
    ...["loaded three", "third"],
  ]);
});

test("a batch has files of one package, and one that reads what its process does is alone", async () => {
  const named = (of: string, count: number, text = "") =>
    Array.from({ length: count }, (_, n) => {
      const file = inFolder(`${of}-${n}.test.ts`);
      writeFileSync(path.join(repository, file), text);
      return file;
    });
  const measured = named("measured", 1, 'import "@jst/telemetry/preload";\n');
  const hooked = named("hooked", 1, "const hooks = registerHooks({});\n");
  const others = ["libs/db/src/database.test.ts", "libs/db/src/emails.test.ts"];
  const files = [...named("many", 25), ...measured, ...hooked, ...others];
  const batches = await writeBatches(files, path.join(folder, "packages"));
  const texts = batches.map((file) => readFileSync(file, "utf8"));
  const filesOf = (text: string) => files.filter((file) => text.includes(`"${file}"`));
  assert.deepEqual(texts.flatMap(filesOf).sort(), files.toSorted());
  const sizes = texts.map((text) => filesOf(text).length);
  assert.deepEqual(sizes.toSorted(), [1, 1, 2, 7, 9, 9]);
  const alone = texts.map(filesOf).filter((batch) => batch.length === 1);
  assert.deepEqual(alone, [measured, hooked]);
});
