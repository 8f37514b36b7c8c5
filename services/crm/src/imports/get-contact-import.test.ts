import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

const ROUTES = [
  ["GetContactImport", undefined],
  ["DeleteContactImport", undefined],
  ["CheckContactImport", undefined],
  ["CancelContactImport", undefined],
  ["ListContactImportRows", undefined],
  ["UpdateContactImport", { name: "X" }],
  ["RunContactImport", {}],
] as const;

test("an absent and a foreign import of contacts are the same to the letter (imports.import)", async () => {
  const [team, other] = [ofTeam(), ofTeam()];
  const { id } = (await other.create({ source: { text: "email\na@example.com\n" } }))
    .body as unknown as ShownImport;
  for (const [rpc, body] of ROUTES) {
    const of = (contact_import_id: string) =>
      door.call(rpc, { caller: team.caller, path: { contact_import_id }, ...(body && { body }) });
    assert.deepEqual(bare(await of(id)), bare(await of(randomUUID())), rpc);
    assert.equal((await of(id)).status, 404, rpc);
  }
});

/** A reply without the id of its request. */
function bare({ status, body }: { status: number; body: Record<string, unknown> }): unknown[] {
  const { request_id: _, trace_id: __, ...rest } = body;
  return [status, rest];
}

test("imports of contacts are listed, changed, canceled and deleted", async () => {
  const team = ofTeam();
  const made = await team.create({ source: { text: "email\na@example.com\n" }, name: "First" });
  const at = { caller: team.caller, path: { contact_import_id: made.body.id as string } };
  const renamed = await door.call("UpdateContactImport", { ...at, body: { name: "Second" } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Second"]);
  const listed = await door.call("ListContactImports", { caller: team.caller, query: "q=second" });
  assert.deepEqual(
    (listed.body.imports as { id: string }[]).map(({ id }) => id),
    [at.path.contact_import_id],
  );
  assert.equal((await door.call("CancelContactImport", at)).body.status, "cancelled");
  assert.equal((await door.call("DeleteContactImport", at)).status, 200);
  assert.equal((await team.get(at.path.contact_import_id)).status, 404);
});
