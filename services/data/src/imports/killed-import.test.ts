import assert from "node:assert/strict";
import { test } from "node:test";
import { importWorkers } from "../testing/import-workers.ts";
import { sheetOf } from "../testing/test-sheets.ts";
import { importer, testImports, toColumns, type ShownImport } from "../testing/test-imports.ts";

const data = await testImports({ hasImports: false });
const { door, ofTeam, stored, table } = data;
const caller = importer();
const workers = importWorkers(data, caller);
const lockOf = (id: string) => ({ text: "select from data.rows where id = $1 for update", values: [id] });

test("a run whose process is killed in the middle of a page goes on in another one, and loses and repeats no row (imports.lease)", async () => {
  const team = ofTeam(caller);
  const tableId = await table(caller, [
    { name: "sku", type: "text", unique: true },
    { name: "title", type: "text" },
  ]);
  const body = { data: { sku: "k700", title: "Held" } };
  const held = await door.call("CreateRow", { caller, path: { table_id: tableId }, body });
  const lines = Array.from({ length: 1_200 }, (_, n) => `k${n},Title ${n}`);
  const first = workers.start();
  const source = { text: `sku,title\n${lines.join("\n")}\n` };
  const made = await team.create({ source, parts: toColumns(tableId, ["sku", "title"], { by: "sku" }) });
  const { id } = made.body as ShownImport;
  assert.equal((await team.settled(id)).status, "analysed");
  await team.check(id);
  assert.equal((await team.settled(id)).status, "ready");
  const before = (await stored(caller.team_id)).changes.length;
  await workers.killWaiting(first, lockOf((held.body as { id: string }).id), async () => {
    assert.equal((await team.run(id)).status, 200);
  });
  const { status, progress } = (await team.get(id)).body as ShownImport;
  assert.deepEqual([status, progress], ["running", { done: 500, total: 1_200 }]);
  const second = workers.start();
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"], done.counts["changed"]], ["done", 1_200, 0]);
  const cells = await team.cells(tableId);
  const titles = new Map(cells.map(({ sku, title }) => [sku, title]));
  assert.deepEqual([cells.length, titles.size], [1_200, 1_200]);
  for (const [n, line] of lines.entries()) assert.equal(`k${n},${String(titles.get(`k${n}`))}`, line);
  assert.equal((await stored(caller.team_id)).changes.length - before, 1_200);
  await workers.end(second);
});

test("a run whose process is killed while it sets links loses and repeats none (imports.links)", async () => {
  const team = ofTeam(caller);
  const columns = [{ name: "name", type: "text", unique: true }];
  const nodes = await door.call("CreateTable", { caller, body: { display_name: "Nodes", columns } });
  const tableId = String(nodes.body.id);
  const at = sheetOf(door, caller, tableId);
  const relation = { table_id: tableId, display_column: "name", cardinality: "many" };
  await at.create({ name: "next", type: "relation", relation });
  const held = String((await at.row({ name: "Held" })).body.id);
  const count = 1_200;
  const lines = Array.from({ length: count }, (_, n) => {
    const next = `n${(n + 1) % count}`;
    return n === 700 ? `n${n},"${next},Held"` : `n${n},${next}`;
  });
  const first = workers.start();
  const source = { text: `name,next\n${lines.join("\n")}\n` };
  const made = await team.create({ source, parts: toColumns(tableId, ["name", "next"], { by: "name" }) });
  const { id } = made.body as ShownImport;
  await team.settled(id);
  await team.check(id);
  assert.equal((await team.settled(id)).progress.total, 2 * count);
  const before = (await stored(caller.team_id)).changes.length;
  await workers.killWaiting(first, lockOf(held), async () => {
    assert.equal((await team.run(id)).status, 200);
  });
  const { status, progress } = (await team.get(id)).body as ShownImport;
  assert.deepEqual([status, progress], ["running", { done: count + 500, total: 2 * count }]);
  const second = workers.start();
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.progress.done], ["done", 2 * count], JSON.stringify(done.error));
  const names = new Map<unknown, unknown>([[held, "Held"]]);
  for (const { record_id: one, data } of await team.rows(id)) names.set(one, data["name"]);
  const cells = await team.cells(tableId);
  assert.equal(cells.length, count + 1);
  for (const { name, next } of cells)
    if (name !== "Held")
      assert.equal(
        `${String(name)},${((next ?? []) as unknown[]).map((one) => names.get(one)).join()}`,
        lines[Number(String(name).slice(1))]?.replaceAll('"', ""),
      );
  assert.equal((await stored(caller.team_id)).changes.length - before, 2 * count);
  await workers.end(second);
});
