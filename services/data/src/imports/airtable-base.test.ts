import assert from "node:assert/strict";
import { test } from "node:test";
import { airtableServer } from "../testing/airtable-server.ts";
import { COUNT, linkedTables, manyOf, recordId } from "../testing/airtable-tables.ts";
import { testImports } from "../testing/test-imports.ts";

const server = await airtableServer(linkedTables());
const { ofTeam, stored } = await testImports({ airtableUrl: server.url });
const source = () => ({ airtable: { base_id: server.baseId, token: server.token } });

test("five linked tables of a base move in one import, and one undo takes all back (imports.airtable)", async () => {
  server.instead = (_, asked) => (asked % 4 === 0 ? { status: 429 } : undefined);
  const team = ofTeam();
  const made = await team.create({ source: source() });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const id = String(made.body["id"]);
  const analysed = await team.settled(id);
  assert.deepEqual([analysed.status, analysed.parts.length], ["analysed", 5], JSON.stringify(analysed.error));
  assert.deepEqual(
    analysed.parts[0]?.columns.map(({ to }) => `${to?.new?.name} ${to?.new?.type}`),
    ["name text", "size integer", "next relation", "many relation", "airtable_id text"],
  );
  await team.check(id);
  const checked = await team.settled(id);
  const { counts } = checked;
  assert.deepEqual(
    [checked.status, counts["create"], counts["reject"]],
    ["ready", 1_000, 0],
    JSON.stringify(checked.error),
  );
  const before = await team.state();
  await team.run(id, { losses_seen: true });
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_000], JSON.stringify(done.error));
  const tables = await Promise.all(done.parts.map(({ target }) => team.rowsIn(target?.table_id ?? "")));
  const records = new Map<unknown, unknown>(tables.flat().map((row) => [row.id, row.data["airtable_id"]]));
  for (const [at, rows] of tables.entries()) {
    assert.equal(rows.length, COUNT);
    for (const { data } of rows) {
      const n = Number(data["size"]);
      assert.deepEqual(
        [data["airtable_id"], records.get(data["next"])],
        [recordId(at, n), recordId(at + 1, n * 3)],
      );
      assert.deepEqual(
        ((data["many"] ?? []) as unknown[]).map((one) => records.get(one)),
        manyOf(at, n),
      );
    }
  }
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
  assert.equal((await stored(team.caller.team_id)).tables, 0);
});
