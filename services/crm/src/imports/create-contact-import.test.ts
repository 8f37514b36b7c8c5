import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human } from "@jst/testing";
import { fixture, testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam, files } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const faultsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  ...(body["errors"] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`),
];

function stored(content: string) {
  const id = randomUUID();
  const file = { id, name: "people.csv", bytes: Buffer.from(content), isDeleted: false };
  const made = { ...file, holders: new Set<string>() };
  files.set(id, made);
  return made;
}

test("a file of a known program is mapped when it is analysed, and the mapping can be changed (imports.presets)", async () => {
  const team = ofTeam();
  const made = shown(await team.create({ source: { text: fixture("hubspot-contacts.csv") } }));
  assert.deepEqual([made.status, made.preset], ["analysed", "hubspot_contacts"]);
  assert.deepEqual(made.parts[0]?.match, { by: "external_id", on_match: "update", on_new: "create" });
  const named = await team.create({ source: { text: "a\n1\n" }, preset: "outlook" });
  assert.deepEqual(faultsOf(named), [422, "preset invalid_value"]);
  const none = shown(
    await team.create({ source: { text: "Record ID,Email\n1,a@b.example\n" }, preset: null }),
  );
  assert.deepEqual(
    [none.preset, none.parts[0]?.columns.map(({ to }) => to)],
    [null, [null, { field: "email" }]],
  );
});

test("the file of an import is pinned: deleted in between, its rows are still read (imports.pinned)", async () => {
  const team = ofTeam();
  const file = stored("first_name,email\nAda,ada@example.com\n");
  const { id, status } = shown(await team.create({ source: { file_id: file.id } }));
  assert.equal(status, "analysed");
  file.isDeleted = true;
  assert.equal(shown(await team.check(id)).counts["create"], 1);
  assert.deepEqual([...file.holders], [id]);
  const again = await team.create({ source: { file_id: file.id } });
  assert.deepEqual(faultsOf(again), [422, "source.file_id not_found"]);
});

test("the country of phone numbers is a code of ISO 3166-1, or null", async () => {
  const team = ofTeam();
  const source = { text: "email\na@example.com\n" };
  const refused = await team.create({ source, options: { default_country: "XX" } });
  assert.deepEqual(faultsOf(refused), [422, "options.default_country invalid_value"]);
  const made = shown(await team.create({ source, options: { default_country: "DE" } }));
  const at = { caller: team.caller, path: { contact_import_id: made.id } };
  const body = { options: { default_country: "ZZ" } };
  const patched = await door.call("UpdateContactImport", { ...at, body });
  assert.deepEqual(faultsOf(patched), [422, "options.default_country invalid_value"]);
});

test("a member imports with events; a service token may leave them out (imports.events)", async () => {
  const team = ofTeam();
  const quiet = { source: { text: "email\na@example.com\n" }, options: { events: false } };
  assert.equal((await team.create(quiet)).status, 201);
  const member = ofTeam(human(team.caller.team_id, "member"));
  const refused = await member.create(quiet);
  assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"]);
});
