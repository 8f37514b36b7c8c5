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

/** A table with two old rows, and a set that renames them and adds thousands. */
async function large() {
  const caller = testCaller();
  const s = sheetOf(door, caller, await table(caller, [{ name: "sku", type: "text" }]));
  const [first = "", second = ""] = [await s.row({ sku: "old" }), await s.row({ sku: "older" })].map(
    ({ body }) => (body as { id: string }).id,
  );
  const before = await live(caller.team_id);
  const renamed = [first, second].map((id) => ({ id, data: { sku: "renamed" } }));
  const rowsOf = (page: number) => [
    ...(page === 0 ? renamed : [{ data: { sku: `${page}` } }, { data: { sku: "x" } }]),
    ...Array.from({ length: PAGE - 2 }, (_, n) => ({ data: { sku: `${page} ${n}` } })),
  ];
  const pages = Array.from({ length: PAGES }, (_, page) => () => {
    return door.call("BatchRows", { caller, path: s.path, body: { rows: rowsOf(page) } });
  });
  const admin = { ...human(caller.team_id, "admin"), team: caller.team };
  const id = await set(caller, pages);
  const at = (changeset_id: string) => ({ caller: admin, path: { changeset_id } });
  return {
    ...{ s, id, first, before, teamId: caller.team_id },
    undo: (): Promise<TestReply> => door.call("UndoChangeset", { ...at(id), body: {} }),
    get: async (changesetId: string) => (await door.call("GetChangeset", at(changesetId))).body as Undo,
  };
}

/** The live rows of a team, byte by byte. */
async function live(teamId: string): Promise<Record<string, string>> {
  const text = `select coalesce(jsonb_object_agg(id, data::text), '{}') as live from data.rows
    where team_id = $1 and deleted_at is null`;
  return (await sql<{ live: Record<string, string> }>(text, [teamId]))[0]?.live ?? {};
}

/** Starts the worker as a process. */
async function startWorker() {
  const args = [program, database.urlOf("data"), database.urlOf("data_worker")];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(worker.stdout, "data");
  return worker;
}

const lockedOut = async (name: string): Promise<boolean> => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and application_name = $1`;
  return (await sql(text, [name])).length > 0;
};

const dueNow = (teamId: string) =>
  sql("update data.changeset_undos set due_at = clock_timestamp() where team_id = $1", [teamId]);

interface Undo {
  id: string;
  status: string;
  executed_at?: string;
  progress: { done: number; total: number };
  left?: { resource: string; id: string; fields: string[] }[];
  left_count?: number;
}

const { s, id, first, before, teamId, undo, get } = await large();

test("a conflict in a set beyond 10,000 operations is found first, and nothing is done", async () => {
  assert.equal((await s.patch(first, { sku: "mine" })).status, 200);
  const edited = await live(teamId);
  const refused = await undo();
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"]);
  const [{ resource, id: row, fields } = {}, ...others] = refused.body.conflicts as Record<string, unknown>[];
  assert.deepEqual([resource, row, fields, others], ["rows", first, ["data.sku"], []]);
  assert.equal(refused.body.conflict_count, 1);
  assert.deepEqual(await live(teamId), edited);
  assert.equal((await get(id)).status, "executed");
  assert.deepEqual(await sql("select from data.changeset_undos where team_id = $1", [teamId]), []);
  assert.equal((await s.patch(first, { sku: "renamed" })).status, 200);
});

/** Begins the undo, has it wait in the middle, and kills the worker that is at it there; answers its id. */
async function killedInTheMiddle(): Promise<string> {
  const [row] = await sql<{ id: string }>(
    "select id from data.rows where team_id = $1 and data ->> 'sku' = '17 0'",
    [teamId],
  );
  return withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("select from data.rows where id = $1 for update", [row?.id]);
    const replies: TestReply[] = [];
    const asked = undo().then((reply) => replies.push(reply));
    await until("the request has had its time, or waits for the row", 60_000, async () =>
      replies.length > 0 || (await lockedOut("data")) ? true : undefined,
    );
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'data'`);
    await asked;
    await dueNow(teamId);
    const worker = await startWorker();
    await until("the worker waits for the row", 60_000, async () =>
      (await lockedOut("undoer")) ? true : undefined,
    );
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await until("its transaction has ended", 60_000, async () =>
      (await lockedOut("undoer")) ? undefined : true,
    );
    await holder.query("rollback");
    const [reply] = replies;
    assert.equal(reply?.status, 200, JSON.stringify(reply?.body));
    return (reply.body as Undo).id;
  });
}

test("an undo in pages that is killed goes on and leaves rows as before, but for one that was edited meanwhile", async () => {
  const undoId = await killedInTheMiddle();
  const { progress, executed_at } = await get(undoId);
  assert.deepEqual([progress, executed_at], [{ done: 3 * PAGE, total: PAGE * PAGES }, undefined]);
  assert.deepEqual(refusal(await undo()), [409, "not_undoable"]);
  assert.equal((await s.patch(first, { sku: "mine" })).status, 200);
  await dueNow(teamId);
  const worker = await startWorker();
  const undone = await until("the undo has ended", 100_000, async () => {
    const found = await get(undoId);
    return found.executed_at === undefined ? undefined : found;
  });
  worker.kill();
  assert.deepEqual(undone.progress, { done: PAGE * PAGES, total: PAGE * PAGES });
  assert.deepEqual(
    [undone.left, undone.left_count],
    [[{ resource: "rows", id: first, fields: ["data.sku"] }], 1],
  );
  assert.deepEqual(await live(teamId), { ...before, [first]: '{"sku": "mine"}' });
  assert.equal((await get(id)).status, "undone");
  assert.deepEqual(await sql("select from data.changeset_undos where team_id = $1", [teamId]), []);
});
