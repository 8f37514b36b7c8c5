import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, toFields } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

test("an import of contacts that is deleted is absent, and its contacts stay (imports.cancel)", async () => {
  const team = ofTeam();
  const source = { text: "email\na@example.com\n" };
  const { id } = await team.imported({ source, parts: toFields(["email"]) });
  const at = { caller: team.caller, path: { contact_import_id: id } };
  assert.deepEqual((await door.call("DeleteContactImport", at)).body, { id, deleted: true });
  assert.equal((await team.get(id)).status, 404);
  assert.equal((await team.contacts()).length, 1);
});
