import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human, testCaller, until } from "@jst/testing";
import { fixture, testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam, files } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const faultsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  ...(body["errors"] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`),
];

function stored(content: string, uploader?: string) {
  const id = randomUUID();
  const file = { id, name: "people.csv", bytes: Buffer.from(content), isDeleted: false, uploader };
  const made = { ...file, holders: new Set<string>(), isGone: false };
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

test("an upload of the caller begins one import of contacts, and is released when that ends (imports.uploads)", async () => {
  const member = human(testCaller().team_id, "member");
  const team = ofTeam(member);
  const upload = stored("first_name,email\nAda,ada@example.com\n", member.member_id ?? "");
  const source = { upload_id: upload.id };
  const refused = [422, "source.upload_id not_found"];
  assert.deepEqual(faultsOf(await ofTeam(human(member.team_id, "member")).create({ source })), refused);
  assert.deepEqual(faultsOf(await team.create({ source: { upload_id: randomUUID() } })), refused);
  const made = await team.create({ source });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, status } = shown(made);
  assert.deepEqual([status, [...upload.holders]], ["analysed", [id]]);
  assert.deepEqual(faultsOf(await team.create({ source })), refused);
  assert.equal((await team.check(id)).status, 200);
  assert.equal((await team.cancel(id)).status, 200);
  await until("the upload is released", 10_000, () =>
    Promise.resolve(upload.holders.size === 0 ? true : undefined),
  );
});

test("an upload that is gone when it is read fails the import at once", async () => {
  const member = human(testCaller().team_id, "member");
  const upload = stored("first_name\nBo\n", member.member_id ?? "");
  upload.isGone = true;
  const made = shown(await ofTeam(member).create({ source: { upload_id: upload.id } }));
  assert.deepEqual([made.status, made.error?.errors?.[0]?.field], ["failed", "source"]);
});

test("a member imports with events; a service token may leave them out (imports.events)", async () => {
  const team = ofTeam();
  const quiet = { source: { text: "email\na@example.com\n" }, options: { events: false } };
  assert.equal((await team.create(quiet)).status, 201);
  const member = ofTeam(human(team.caller.team_id, "member"));
  const refused = await member.create(quiet);
  assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"]);
});
