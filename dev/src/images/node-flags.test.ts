import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../config.ts";
import { nodeFlags } from "../node-flags.ts";

test("an image starts Node with the flags of the local fleet", () => {
  const dockerfile = readFileSync(path.join(repository, "services/Dockerfile"), "utf8");
  const entrypoint = /^ENTRYPOINT (\["node", "-.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
  const [, ...given] = JSON.parse(entrypoint) as string[];
  assert.deepEqual(given.slice(0, given.indexOf("--import")), nodeFlags);
});
