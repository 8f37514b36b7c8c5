import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, toFields } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

test("an import of contacts that is canceled writes nothing (imports.cancel)", async () => {
  const team = ofTeam();
  const source = { text: "email\na@example.com\n" };
  const { id } = await team.checked({ source, parts: toFields(["email"]) });
  const at = { caller: team.caller, path: { contact_import_id: id } };
  assert.equal((await door.call("CancelContactImport", at)).body.status, "cancelled");
  assert.equal((await team.run(id)).status, 409);
  assert.deepEqual(await team.contacts(), []);
});
