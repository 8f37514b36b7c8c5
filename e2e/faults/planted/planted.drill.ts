// Proves: e2e/faults/planted libs/db libs/events services/webhooks/src services/auth/src
// Proves: services/crm/src/contacts services/data/src/engine/schema libs/testing
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, test } from "node:test";
import { plants, type Plant } from "./plants.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const preload = path.join(import.meta.dirname, "plant-main.ts");

/** Returns the verdict of the one test about the product with the fault in it, in the Test Anything Protocol. */
async function verdictOn({ fault, caughtBy }: Plant): Promise<string> {
  const pattern = `^${caughtBy.test.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
  const flags = ["--test", "--test-reporter=tap", "--test-timeout=60000", "--test-force-exit"];
  const env: NodeJS.ProcessEnv = { ...process.env, PLANTED: fault };
  // Or the runner would take itself for one of our own files.
  delete env["NODE_TEST_CONTEXT"];
  const child = spawn(
    process.execPath,
    ["--import", preload, ...flags, `--test-name-pattern=${pattern}`, caughtBy.file],
    { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child, "close");
  return said;
}

void describe("planted in the product's own sources", { concurrency: 2 }, () => {
  for (const plant of plants) {
    const { fault, caughtBy } = plant;
    void test(`${fault}: caught by "${caughtBy.test}"`, async () => {
      const said = await verdictOn(plant);
      const name = caughtBy.test.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      assert.match(said, new RegExp(`^ *not ok \\d+ - ${name}$`, "m"), said);
    });
  }
});
