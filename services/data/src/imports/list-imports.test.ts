import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

test("a list has the imports of the team without their parts", async () => {
  const team = ofTeam();
  for (const name of ["First", "Second"]) await team.create({ source: { text: "a\n1\n" }, name });
  const { body } = await door.call("ListImports", { caller: team.caller, query: "sort=name:asc" });
  const { imports } = body as { imports: (ShownImport & { name: string })[] };
  assert.deepEqual(
    imports.map(({ name, parts }) => [name, parts]),
    [
      ["First", undefined],
      ["Second", undefined],
    ],
  );
});
