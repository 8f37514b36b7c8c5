import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import type { Facts } from "../charts/facts.ts";
import { readSettings } from "../config.ts";
import { run } from "../process/run.ts";
import { addService, listFile } from "./add-service.ts";
import { copiedTree } from "./testing/copied-tree.ts";

const tree = await copiedTree();
after(() => rm(tree, { recursive: true }));
const written = await addService(tree, "sample");

/** Runs a program of the copy on this Node; answers what it prints. */
function inTree(...args: string[]): Promise<string> {
  const env = { ...process.env, JST_CACHE: readSettings().cacheDir, UPDATE_SCHEMA: "1" };
  // Else a run of tests within a run of tests does nothing.
  Reflect.deleteProperty(env, "NODE_TEST_CONTEXT");
  return run(process.execPath, args, { cwd: tree, env, shownChars: 20_000 });
}

// At once: each waits for processes most of the time.
const [started, tested] = await Promise.allSettled([
  inTree("dev/src/new-service/testing/start-main.ts", "sample"),
  inTree("--test", "--test-reporter=tap", "libs/testing/src/schemas.test.ts"),
  inTree("dev/src/charts/generate-main.ts"),
]);

function printed(outcome: PromiseSettledResult<string>): string {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

test("an empty service is at most six files of its own, and one edit outside of its folder", () => {
  const own = written.filter((file) => file.startsWith("services/sample/"));
  assert.ok(own.length <= 6, own.join(" "));
  assert.deepEqual(
    written.filter((file) => !own.includes(file)),
    [listFile],
  );
});

test("the bootstrap makes its roles and its schema, and its process becomes ready in the local fleet", () => {
  assert.deepEqual(JSON.parse(printed(started)), {
    roles: ["sample", "sample_owner", "sample_relay"],
    schemas: ["sample"],
  });
});

test("the tests of migrations and of tenancy are run on its schema", () => {
  const report = printed(tested);
  for (const suite of ["migrations of sample", "tenancy of sample"])
    assert.match(report, new RegExp(`^ok \\d+ - ${suite}$`, "m"));
  assert.match(
    readFileSync(path.join(tree, "services/sample/schema.sql"), "utf8"),
    /create table sample\.outbox/,
  );
});

test("the charts know its settings, its roles and whom it may call", () => {
  const file = path.join(tree, "charts/fleet/files/facts.json");
  const facts = JSON.parse(readFileSync(file, "utf8")) as Facts;
  const { doors, hasSchema } = facts.services["sample"] ?? {};
  assert.deepEqual({ doors, hasSchema }, { doors: ["grpc"], hasSchema: true });
  assert.deepEqual(
    facts.roles.filter((role) => /^sample/.test(role)),
    ["sample_owner", "sample", "sample_relay"],
  );
  assert.deepEqual(
    facts.calls.filter(({ from }) => from === "sample"),
    [
      { from: "sample", to: "database" },
      { from: "sample", to: "kafka" },
    ],
  );
});

for (const [name, reason] of [
  ["Sample", /give one word of 2 to 30 lower-case letters and digits/],
  ["gateway", /that of another part of the fleet/],
  ["order", /a word that PostgreSQL keeps for itself/],
  ["sample", /There is a service "sample"/],
] as const) {
  test(`the name ${name} is refused`, () => assert.rejects(addService(tree, name), reason));
}
