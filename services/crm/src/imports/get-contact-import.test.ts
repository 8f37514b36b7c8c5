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
