import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";
import { refusal } from "../testing/test-sheets.ts";

const { ofTeam } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

test("PATCH states facts of the source, which is analysed again", async () => {
  const team = ofTeam();
  const { id } = shown(await team.create({ source: { text: "a;b,c\n1;2,3\n" } }));
  const patched = shown(await team.patch(id, { source: { delimiter: ",", header: false } }));
  assert.deepEqual(
    [patched.status, patched.parts[0]?.columns.length, patched.parts[0]?.rows],
    ["analysed", 2, 2],
  );
});

test("parts and columns are those of the source, and all faults are listed at once", async () => {
  const team = ofTeam();
  const { id } = shown(await team.create({ source: { text: "a,b\n1,2\n" } }));
  const parts = [
    {
      index: 0,
      target: { kind: "table" },
      columns: [
        { index: 7, to: null },
        { index: 0, to: {} },
      ],
    },
    { index: 3 },
  ];
  assert.deepEqual(refusal(await team.patch(id, { parts })), [
    422,
    "validation_failed",
    "parts.1.index not_found",
    "parts.0.target.table_id required",
    "parts.0.columns.0.index not_found",
    "parts.0.columns.1.to invalid_value",
  ]);
});
