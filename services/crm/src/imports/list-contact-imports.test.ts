import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

test("a list has the imports of contacts of the team that a search finds, without their parts", async () => {
  const [team, other] = [ofTeam(), ofTeam()];
  for (const name of ["Spring fair", "Autumn fair"])
    await team.create({ source: { text: "email\na@example.com\n" }, name });
  await other.create({ source: { text: "email\na@example.com\n" }, name: "Spring of others" });
  const { body } = await door.call("ListContactImports", { caller: team.caller, query: "q=spring" });
  assert.deepEqual(
    (body.imports as { name: string; parts?: object }[]).map(({ name, parts }) => [name, parts]),
    [["Spring fair", undefined]],
  );
});
