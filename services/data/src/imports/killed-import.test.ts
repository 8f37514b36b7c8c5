import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { until, withClient } from "@jst/testing";
import type pg from "pg";
import { sheetOf } from "../testing/test-sheets.ts";
import { importer, testImports, toColumns, type ShownImport } from "../testing/test-imports.ts";

const { database, door, ofTeam, stored, table } = await testImports({ hasImports: false });
const workers: ChildProcess[] = [];
after(() => {
  for (const worker of workers) worker.kill("SIGKILL");
});

const caller = importer();

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [new URL("../testing/imports-main.ts", import.meta.url).pathname], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      WORKER_URL: database.urlOf("data_worker"),
      CALLER: JSON.stringify(caller),
    },
    stdio: "inherit",
  });
  workers.push(worker);
  return worker;
}

const isWaiting = async (client: pg.Client): Promise<true | undefined> => {
  const text = `select from pg_stat_activity where datname = current_database()
    and application_name = 'data_imports' and wait_event_type = 'Lock'`;
  return ((await client.query(text)).rowCount ?? 0) > 0 ? true : undefined;
};

test("a run whose process is killed in the middle of a page goes on in another one, and loses and repeats no row (imports.lease)", async () => {
  const team = ofTeam(caller);
  const tableId = await table(caller, [
    { name: "sku", type: "text", unique: true },
    { name: "title", type: "text" },
  ]);
  const body = { data: { sku: "k700", title: "Held" } };
  const held = await door.call("CreateRow", { caller, path: { table_id: tableId }, body });
  const lines = Array.from({ length: 1_200 }, (_, n) => `k${n},Title ${n}`);
  const first = startWorker();
  const source = { text: `sku,title\n${lines.join("\n")}\n` };
  const made = await team.create({ source, parts: toColumns(tableId, ["sku", "title"], { by: "sku" }) });
  const { id } = made.body as ShownImport;
  assert.equal((await team.settled(id)).status, "analysed");
  await team.check(id);
  assert.equal((await team.settled(id)).status, "ready");
  const before = (await stored(caller.team_id)).changes.length;
  await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("select from data.rows where id = $1 for update", [(held.body as { id: string }).id]);
    assert.equal((await team.run(id)).status, 200);
    await withClient(database.superuserUrl, (observer) =>
      until("the second page waits for the row", 60_000, () => isWaiting(observer)),
    );
    first.kill("SIGKILL");
    await once(first, "exit");
    await client.query("commit");
  });
  const { status, progress } = (await team.get(id)).body as ShownImport;
  assert.deepEqual([status, progress], ["running", { done: 500, total: 1_200 }]);
  const second = startWorker();
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"], done.counts["changed"]], ["done", 1_200, 0]);
  const cells = await team.cells(tableId);
  const titles = new Map(cells.map(({ sku, title }) => [sku, title]));
  assert.deepEqual([cells.length, titles.size], [1_200, 1_200]);
  for (const [n, line] of lines.entries()) assert.equal(`k${n},${String(titles.get(`k${n}`))}`, line);
  assert.equal((await stored(caller.team_id)).changes.length - before, 1_200);
  second.kill("SIGTERM");
  await once(second, "exit");
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
  const first = startWorker();
  const source = { text: `name,next\n${lines.join("\n")}\n` };
  const made = await team.create({ source, parts: toColumns(tableId, ["name", "next"], { by: "name" }) });
  const { id } = made.body as ShownImport;
  await team.settled(id);
  await team.check(id);
  assert.equal((await team.settled(id)).progress.total, 2 * count);
  const before = (await stored(caller.team_id)).changes.length;
  await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("select from data.rows where id = $1 for update", [held]);
    assert.equal((await team.run(id)).status, 200);
    await withClient(database.superuserUrl, (observer) =>
      until("the second page of links waits for the row", 60_000, () => isWaiting(observer)),
    );
    first.kill("SIGKILL");
    await once(first, "exit");
    await client.query("commit");
  });
  const { status, progress } = (await team.get(id)).body as ShownImport;
  assert.deepEqual([status, progress], ["running", { done: count + 500, total: 2 * count }]);
  const second = startWorker();
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
  second.kill("SIGTERM");
  await once(second, "exit");
});
