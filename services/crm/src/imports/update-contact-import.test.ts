import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

test("a changed column replaces the suggestion of a preset, and drops the verdicts (imports.presets)", async () => {
  const team = ofTeam();
  const text = "Record ID,First Name,Email\n1,Ada,ada@example.com\n";
  const { id, status, preset } = await team.checked({ source: { text } });
  assert.deepEqual([status, preset], ["ready", "hubspot_contacts"]);
  const body = {
    parts: [
      { index: 0, match: { by: "email" }, columns: [{ index: 0, to: { field: "custom.hubspot_id" } }] },
    ],
  };
  const at = { caller: team.caller, path: { contact_import_id: id } };
  const changed = (await door.call("UpdateContactImport", { ...at, body })).body as ShownImport;
  assert.deepEqual(
    [changed.status, changed.counts["create"], changed.parts[0]?.columns.map(({ to }) => to?.field)],
    ["analysed", 0, ["custom.hubspot_id", "first_name", "email"]],
  );
  await team.check(id);
  await team.run(id);
  const [ada] = await team.contacts();
  assert.deepEqual([ada?.custom, ada?.external_id], [{ hubspot_id: 1 }, null]);
});

test("a source that is read again with another delimiter is mapped by its new headers (imports.presets)", async () => {
  const team = ofTeam();
  const made = await team.create({
    source: { text: "Record ID|First Name|Email,x\n1|Ada|ada@example.com,y\n" },
  });
  const at = { caller: team.caller, path: { contact_import_id: (made.body as ShownImport).id } };
  const comma = await door.call("UpdateContactImport", { ...at, body: { source: { delimiter: "," } } });
  assert.equal((comma.body as ShownImport).preset, null);
  const text = { source: { delimiter: "|" }, name: "Again" };
  const bar = (await door.call("UpdateContactImport", { ...at, body: text })).body as ShownImport;
  assert.deepEqual(
    [bar.preset, bar.parts[0]?.columns[0]?.to],
    ["hubspot_contacts", { field: "external_id" }],
  );
});
