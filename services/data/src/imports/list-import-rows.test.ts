import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, toColumns, type ShownImport, type ShownRow } from "../testing/test-imports.ts";

const { ofTeam, table } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const lines = (rows: readonly ShownRow[]) => rows.map(({ line }) => line);

test("rows are listed in the order of the source, also by verdict, state and part (imports.verdicts)", async () => {
  const team = ofTeam();
  const tableId = await table(team.caller, [{ name: "size", type: "number" }]);
  const parts = toColumns(tableId, ["size"]);
  const { id } = shown(await team.create({ source: { text: "size\n1\nbig\n3\nhuge\n" }, parts }));
  await team.check(id);
  assert.deepEqual(lines(await team.rows(id)), [2, 3, 4, 5]);
  assert.deepEqual(lines(await team.rows(id, "limit=1&verdict=reject")), [3, 5]);
  assert.deepEqual(lines(await team.rows(id, "state=waiting")), [2, 4]);
  assert.deepEqual(lines(await team.rows(id, "part=1")), []);
});
