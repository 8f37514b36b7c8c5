import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, type TestReply, withClient } from "@jst/testing";
import { sheetOf, testSheets } from "../../testing/test-sheets.ts";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";

const { database, door, sheet } = await testSheets();

const foreign = await sheet([{ name: "a", type: "text" }], [{ a: "x" }]);
await promoteFrom(database, 1);

/** Runs the work while nobody but the holder can so much as plan a statement on the physical table of another team. */
async function besidesForeign(work: () => Promise<void>): Promise<void> {
  await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query(`lock table ${ownRelation(foreign.path.table_id)} in access exclusive mode`);
    await work();
    await holder.query("rollback");
  });
}

/** People, and tasks whose links to them are cleared when they go, in the shared place or in their own ones. */
async function team(isPromoted: boolean) {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    return { made: done(made), ...sheetOf(door, caller, made.body.id) };
  };
  const people = await create("People", [{ name: "name", type: "text" }]);
  const ada: string = (await people.row({ name: "Ada" })).body.id;
  const bo: string = (await people.row({ name: "Bo" })).body.id;
  const relation = { table_id: people.path.table_id, display_column: "name", on_target_delete: "clear" };
  const tasks = await create("Tasks", [
    { name: "owner", type: "relation", relation: { ...relation, cardinality: "one" } },
    { name: "helpers", type: "relation", relation: { ...relation, cardinality: "many" } },
    { name: "size", type: "number" },
  ]);
  const task: string = done(await tasks.row({ owner: ada, helpers: [ada, bo], size: 7 })).body.id;
  if (isPromoted) await promoteFrom(database, 1);
  const { table_id: tableId } = tasks.path;
  assert.deepEqual(await rowsByRelation(database, tableId), {
    [isPromoted ? ownRelation(tableId) : "data.rows"]: 1,
  });
  const removeAda = () => door.call("DeleteRow", { caller, path: { ...people.path, row_id: ada } });
  return { create, people, tasks, ada, bo, task, removeAda };
}

function done(reply: TestReply): TestReply {
  assert.ok(reply.status === 200 || reply.status === 201, JSON.stringify(reply.body));
  return reply;
}

for (const isPromoted of [false, true]) {
  const where = isPromoted ? "physical tables of its own" : "the shared one";

  test(`rows in ${where} are deleted, with the links to them, and taken back beside a locked table of another team`, async () => {
    const { people, tasks, ada, bo, task, removeAda } = await team(isPromoted);
    const links = async () => [...(await tasks.cells("owner")), ...(await tasks.cells("helpers"))];
    await besidesForeign(async () => {
      const deleted = done(await removeAda());
      assert.deepEqual(await links(), [null, [bo]]);
      done(await people.undo(deleted));
      assert.deepEqual(await links(), [ada, [ada, bo]]);
      const changed = done(await tasks.patch(task, { size: 8, owner: bo }));
      done(await tasks.undo(changed));
      assert.deepEqual([...(await links()), ...(await tasks.cells("size"))], [ada, [ada, bo], 7]);
      const eve = done(await people.row({ name: "Eve" }));
      done(await tasks.patch(task, { owner: eve.body.id }));
      done(await people.undo(eve));
      assert.deepEqual(await links(), [null, [ada, bo]]);
    });
  });

  test(`columns of rows in ${where} are changed and taken back beside a locked table of another team`, async () => {
    const { create, tasks, ada, removeAda } = await team(isPromoted);
    await besidesForeign(async () => {
      const added = done(await tasks.create({ name: "x", type: "text", default: "d", required: true }));
      assert.deepEqual(await tasks.cells("x"), ["d"]);
      done(await tasks.undo(added));
      assert.equal(await tasks.column("x"), "");
      done(await tasks.create({ name: "n", type: "autonumber" }));
      assert.deepEqual(await tasks.cells("n"), [1]);
      const retyped = done(await tasks.update("size", { type: "text" }));
      assert.deepEqual(await tasks.cells("size"), ["7"]);
      done(await tasks.undo(retyped));
      assert.deepEqual(await tasks.cells("size"), [7]);
      const unlinked = done(await tasks.update("owner", { type: "text" }));
      done(await tasks.undo(unlinked));
      assert.deepEqual(await tasks.cells("owner"), [ada]);
      const kept = done(await tasks.update("size", { unique: true }));
      assert.equal((await tasks.row({ size: 7 })).status, 409);
      done(await tasks.undo(kept));
      done(await tasks.update("size", { unique: true }));
      const ended = done(await tasks.update("size", { unique: false }));
      done(await tasks.undo(ended));
      assert.equal((await tasks.row({ size: 7 })).status, 409);
      const dropped = done(await tasks.remove("size"));
      done(await tasks.undo(dropped));
      assert.deepEqual(await tasks.cells("size"), [7]);
      done(await removeAda());
      const empty = await create("Empty", [{ name: "a", type: "text" }]);
      done(await empty.undo(empty.made));
    });
  });

  test(`a relation becomes what rows in ${where} show beside a locked table of another team`, async () => {
    const { people, tasks } = await team(isPromoted);
    await besidesForeign(async () => {
      done(await people.remove("name", { query: "force=true" }));
      assert.deepEqual(
        [...(await tasks.cells("owner")), ...(await tasks.cells("helpers"))],
        ["Ada", "Ada, Bo"],
      );
    });
  });
}
