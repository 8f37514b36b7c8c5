import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { ofTeam } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

test("a team has 20 unfinished imports at most; one that is deleted no longer counts (imports.limits)", async () => {
  const team = ofTeam();
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(shown(await team.create({ source: { text: "a\n1\n" } })).id);
  const refused = await team.create({ source: { text: "a\n1\n" } });
  assert.deepEqual([refused.status, refused.body.code], [422, "limit_reached"]);
  assert.equal((await team.remove(ids[0] ?? "")).status, 200);
  assert.equal((await team.get(ids[0] ?? "")).status, 404);
  assert.equal((await team.create({ source: { text: "a\n1\n" } })).status, 201);
});
