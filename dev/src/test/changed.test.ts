import assert from "node:assert/strict";
import { test } from "node:test";
import { readPackageGraph, selectTests } from "./changed.ts";
import { findTestFiles } from "./files.ts";

const graph = readPackageGraph();
const files = findTestFiles("test");
const select = (...changed: string[]) => selectTests(changed, files, graph);
/** Packages with a selected test. */
const packagesOf = (selected: readonly string[]) =>
  [...graph.keys()].filter((folder) => selected.some((file) => file.startsWith(`${folder}/`)));

test("a change of a service selects its tests and those of the whole fleet, and no other service's", () => {
  const selected = packagesOf(select("services/webhooks/src/main.ts"));
  assert.ok(selected.includes("services/webhooks") && selected.includes("e2e"));
  assert.ok(!selected.includes("services/crm") && !selected.includes("libs/db"));
});

test("a change of a library selects all that lead to it, through others too", () => {
  const selected = packagesOf(select("libs/formula/src/parse.ts"));
  for (const folder of ["libs/formula", "services/data", "e2e"]) assert.ok(selected.includes(folder), folder);
  assert.ok(!selected.includes("services/scheduling"));
  assert.ok(packagesOf(select("libs/errors/src/catalogue.ts")).includes("services/crm"));
});

test("a change of a service's protos selects what is generated from them; one of all selects everything", () => {
  const selected = packagesOf(select("protos/crm/v1/contacts.proto"));
  for (const folder of ["services/crm", "services/agent", "gateway", "e2e"])
    assert.ok(selected.includes(folder), folder);
  assert.deepEqual(select("protos/platform/v1/options.proto"), files);
});

test("a changed test selects itself alone", () => {
  assert.deepEqual(select("e2e/cases.test.ts"), ["e2e/cases.test.ts"]);
});

test("whatever no rule names selects everything: the lock file, a new folder", () => {
  for (const file of ["package-lock.json", "dev.json", "new/thing.ts"]) assert.deepEqual(select(file), files);
});

test("documents select who reads them, and nothing selects nothing", () => {
  assert.deepEqual(packagesOf(select("README.md")), ["dev", "e2e"]);
  assert.deepEqual(select(), []);
});
