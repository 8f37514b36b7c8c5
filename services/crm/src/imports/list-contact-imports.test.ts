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

test("a filter finds the import of a changeset, and none of another team (imports.propose)", async () => {
  const [team, other] = [ofTeam(), ofTeam()];
  const { id, changeset_id: value } = await team.imported({ source: { text: "email\na@example.com\n" } });
  await team.create({ source: { text: "email\nb@example.com\n" } });
  const filter = JSON.stringify({ field: "changeset_id", op: "eq", value });
  const foundBy = async ({ caller }: typeof team) => {
    const query = `filter=${encodeURIComponent(filter)}`;
    const { body } = await door.call("ListContactImports", { caller, query });
    return (body.imports as { id: string }[]).map((one) => one.id);
  };
  assert.deepEqual(await foundBy(team), [id]);
  assert.deepEqual(await foundBy(other), []);
});
