import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, toColumns, type ShownImport } from "../testing/test-imports.ts";

const { ofTeam, table } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

test("an import that is canceled writes nothing more (imports.cancel)", async () => {
  const team = ofTeam();
  const tableId = await table(team.caller, [{ name: "sku", type: "text" }]);
  const parts = toColumns(tableId, ["sku"]);
  const { id } = shown(await team.create({ source: { text: "sku\na\n" }, parts }));
  assert.equal(shown(await team.check(id)).status, "ready");
  assert.equal(shown(await team.cancel(id)).status, "cancelled");
  const refused = await team.run(id);
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  assert.deepEqual(refused.body.allowed, []);
  assert.deepEqual(await team.cells(tableId), []);
});
