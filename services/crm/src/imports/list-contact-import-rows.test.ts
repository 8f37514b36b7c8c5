import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, toFields } from "../testing/test-imports.ts";

const { ofTeam } = await testImports();

test("rows have the fields to which their cells go, and are narrowed by verdict (imports.verdicts)", async () => {
  const team = ofTeam();
  const source = { text: "email,plan\na@example.com,pro\nnobody,free\n" };
  const { id } = await team.checked({ source, parts: toFields(["email", "custom.plan"]) });
  const rows = await team.rows(id, "verdict=create");
  assert.deepEqual(
    rows.map(({ row, data }) => [row, data]),
    [[1, { email: "a@example.com", "custom.plan": "pro" }]],
  );
  const rejected = await team.rows(id, "verdict=reject");
  assert.deepEqual(
    rejected.map(({ row, errors }) => [row, errors.map(({ header }) => header)]),
    [[2, ["email"]]],
  );
});
