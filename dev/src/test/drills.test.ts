import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { describe, test } from "node:test";
import { repository } from "../config.ts";
import { pathsProvedBy, selectDrills } from "./drills.ts";
import { byNeed, findTestFiles } from "./files.ts";

const drills = findTestFiles("drill");

describe("every path that a drill proves is there", () => {
  for (const drill of drills) {
    test(drill, () => {
      const missing = pathsProvedBy(drill).filter((one) => globSync(one, { cwd: repository }).length === 0);
      assert.deepEqual(missing, []);
    });
  }
});

test("a drill is run for what it proves, inside a folder and by a pattern, and for itself", () => {
  const [drill = ""] = drills.filter((one) => one.endsWith("fleet-without-superuser.drill.ts"));
  for (const changed of ["libs/db/src/bootstrap.ts", "services/crm/migrations/0001_contacts.sql", drill])
    assert.deepEqual(selectDrills([changed], [drill]), [drill], changed);
  for (const changed of ["libs/dbs/x.ts", "services/crm/src/main.ts", "docs/trust.md"])
    assert.deepEqual(selectDrills([changed], [drill]), [], changed);
});

/** Libraries with a door, a queue or roles: what fails there only a running fleet shows. */
const proved = ["db", "directory", "events", "fleet", "http", "jobs", "resource", "rpc", "service"];

for (const library of proved) {
  test(`a change of libs/${library} runs a drill`, () => {
    assert.notDeepEqual(selectDrills([`libs/${library}/src/index.ts`], drills), []);
  });
}

test("no drill is among the tests, and each file is run once with what it needs", () => {
  const tests = findTestFiles("test");
  assert.deepEqual(
    tests.filter((file) => file.endsWith(".drill.ts")),
    [],
  );
  const all = [...tests, ...drills];
  assert.deepEqual(Object.values(byNeed(all)).flat().sort(), all.sort());
  const { alone } = byNeed(["e2e/alone/kill.test.ts", "e2e/cases.test.ts", "libs/db/src/x.test.ts"]);
  assert.deepEqual(alone, ["e2e/alone/kill.test.ts"]);
});
