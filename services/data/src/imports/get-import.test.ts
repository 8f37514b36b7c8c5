import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

test("an absent and a foreign import are the same to the letter (imports.import)", async () => {
  const [team, other] = [ofTeam(), ofTeam()];
  const { id } = shown(await other.create({ source: { text: "a\n1\n" } }));
  for (const ask of ["GetImport", "DeleteImport", "CheckImport", "CancelImport", "ListImportRows"] as const) {
    const of = (import_id: string) => door.call(ask, { caller: team.caller, path: { import_id } });
    assert.deepEqual(bare(await of(id)), bare(await of(randomUUID())), ask);
  }
  const bodies = [
    ["UpdateImport", { name: "X" }],
    ["RunImport", {}],
  ] as const;
  for (const [ask, body] of bodies) {
    const of = (import_id: string) => door.call(ask, { caller: team.caller, path: { import_id }, body });
    assert.deepEqual(bare(await of(id)), bare(await of(randomUUID())), ask);
  }
});

/** A reply without the id of its request. */
function bare({ status, body }: { status: number; body: Record<string, unknown> }): unknown[] {
  const { request_id: _, trace_id: __, ...rest } = body;
  return [status, rest];
}
