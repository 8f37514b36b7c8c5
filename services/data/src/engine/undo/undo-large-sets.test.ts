import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { test } from "node:test";
import { human, testCaller, until, withClient, type TestReply } from "@jst/testing";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";
import { testSets } from "../../testing/test-sets.ts";

const { database, door, table } = await testSheets();
const { set } = testSets(database);
const program = path.join(import.meta.dirname, "../../testing/undo-process.ts");

const PAGE = 500;
/** More than one transaction takes back. */
const PAGES = 21;

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);

/** A table with one old row, and a set that renames it and adds thousands. */
async function large() {
  const caller = testCaller();
  const s = sheetOf(door, caller, await table(caller, [{ name: "sku", type: "text" }]));
  const first = (await s.row({ sku: "old" })).body.id as string;
  const before = await live(caller.team_id);
  const rowsOf = (page: number) =>
    Array.from({ length: PAGE }, (_, n) =>
      page === 0 && n === 0 ? { id: first, data: { sku: "renamed" } } : { data: { sku: `${page} ${n}` } },
    );
  const pages = Array.from({ length: PAGES }, (_, page) => () => {
    return door.call("BatchRows", { caller, path: s.path, body: { rows: rowsOf(page) } });
  });
  const admin = { ...human(caller.team_id, "admin"), team: caller.team };
  const id = await set(caller, pages);
  const at = (changeset_id: string) => ({ caller: admin, path: { changeset_id } });
  return {
    ...{ s, id, first, before, teamId: caller.team_id },
    undo: (body: object = {}): Promise<TestReply> => door.call("UndoChangeset", { ...at(id), body }),
    get: async (changesetId: string) => (await door.call("GetChangeset", at(changesetId))).body,
  };
}

/** The live rows of a team, byte by byte. */
async function live(teamId: string): Promise<string> {
  const text = `select coalesce(string_agg(id || data::text, ' ' order by id), '') as live from data.rows
    where team_id = $1 and deleted_at is null`;
  return (await sql<{ live: string }>(text, [teamId]))[0]?.live ?? "";
}

/** Starts the worker as a process. */
async function startWorker() {
  const args = [program, database.urlOf("data"), database.urlOf("data_worker")];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(worker.stdout, "data");
  return worker;
}

/** Waits until the undo has ended, and answers it. */
const ended = (get: (id: string) => Promise<Undo>, id: string): Promise<Undo> =>
  until("the undo has ended", 120_000, async () => {
    const undo = await get(id);
    return undo.executed_at === undefined ? undefined : undo;
  });

interface Undo {
  executed_at?: string;
  progress: { done: number; total: number };
  left?: { resource: string; id: string; fields: string[] }[];
  left_count?: number;
}

test("a set beyond 10,000 operations is taken back page by page, and its rows are as before", async () => {
  const { teamId, before, id, undo, get } = await large();
  const undone = await undo();
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  const worker = await startWorker();
  const { progress } = await ended(get, undone.body.id);
  worker.kill();
  assert.deepEqual(progress, { done: PAGE * PAGES, total: PAGE * PAGES });
  assert.equal(await live(teamId), before);
  assert.equal((await get(id)).status, "undone");
  assert.deepEqual(refusal(await undo()), [409, "not_undoable"]);
});

test("a conflict in a large set is found first, and nothing is done", async () => {
  const { s, teamId, first, id, undo, get } = await large();
  assert.equal((await s.patch(first, { sku: "mine" })).status, 200);
  const before = await live(teamId);
  const refused = await undo();
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts, [{ resource: "rows", id: first, fields: ["data.sku"] }]);
  assert.equal(refused.body.conflict_count, 1);
  assert.equal(await live(teamId), before);
  assert.equal((await get(id)).status, "executed");
  assert.deepEqual(await sql("select from data.changeset_undos where team_id = $1", [teamId]), []);
});

test("an undo that is killed in the middle goes on, loses nothing, and leaves a row that was edited meanwhile", async () => {
  const { s, teamId, first, undo, get } = await large();
  // The undo waits for this row, which its last page has, for as long as the test holds it.
  const undone = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("select from data.rows where id = $1 for update", [first]);
    const asked = undo();
    await until("the last page waits for the row", 120_000, async () => {
      const waiting = await sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'data'",
      );
      return waiting.length > 0 ? true : undefined;
    });
    // Ends the transaction of the request as the death of its process does; a worker goes on, and dies too.
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'data'",
    );
    const reply = await asked;
    await sql("update data.changeset_undos set due_at = clock_timestamp() where team_id = $1", [teamId]);
    const worker = await startWorker();
    await until("the worker waits for the row", 60_000, async () => {
      const waiting = await sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'undoer'",
      );
      return waiting.length > 0 ? true : undefined;
    });
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await until("nobody waits for the row", 60_000, async () => {
      const waiting = await sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'undoer'",
      );
      return waiting.length === 0 ? true : undefined;
    });
    await holder.query("rollback");
    return reply;
  });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual((await get(undone.body.id)).executed_at, undefined);
  assert.equal((await s.patch(first, { sku: "mine" })).status, 200);
  await sql("update data.changeset_undos set due_at = clock_timestamp() where team_id = $1", [teamId]);
  const worker = await startWorker();
  const { progress, left, left_count } = await ended(get, undone.body.id);
  worker.kill();
  assert.deepEqual(progress, { done: PAGE * PAGES, total: PAGE * PAGES });
  assert.deepEqual([left, left_count], [[{ resource: "rows", id: first, fields: ["data.sku"] }], 1]);
  assert.deepEqual(await s.cells("sku"), ["mine"]);
  assert.deepEqual(await sql("select from data.changeset_undos where team_id = $1", [teamId]), []);
});
