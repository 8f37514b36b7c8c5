import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { repository } from "../config.ts";
import { run } from "../process/run.ts";
import { listFile } from "./add-service.ts";
import { derivedFiles, makeService } from "./make-service.ts";

const shared = [listFile, ...derivedFiles];
const tree = await mkdtemp(path.join(tmpdir(), "tree-"));
after(() => rm(tree, { recursive: true }));
for (const file of shared) await cp(path.join(repository, file), path.join(tree, file));

const texts = () => Promise.all(shared.map((file) => readFile(path.join(tree, file), "utf8")));

test("a step that fails leaves the tree as it was, and the same name can be tried again", async () => {
  const before = await texts();
  const failing = async (): Promise<void> => {
    for (const file of derivedFiles) await writeFile(path.join(tree, file), "half");
    await run(process.execPath, ["--eval", "process.exit(7)"]);
  };
  await assert.rejects(makeService(tree, "sample", failing), /ended with 7/);
  assert.deepEqual(await texts(), before);
  assert.equal(existsSync(path.join(tree, "services/sample")), false);
  const written = await makeService(tree, "sample", () => Promise.resolve());
  assert.ok(written.includes("services/sample/package.json"), written.join(" "));
});

test("a name that is refused changes nothing of the service that has it", async () => {
  const main = path.join(tree, "services/sample/src/main.ts");
  const before = [await readFile(main, "utf8"), ...(await texts())];
  await assert.rejects(makeService(tree, "sample"), /There is a service "sample"/);
  assert.deepEqual([await readFile(main, "utf8"), ...(await texts())], before);
});
