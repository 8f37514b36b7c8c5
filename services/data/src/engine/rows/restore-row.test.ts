import assert from "node:assert/strict";
import { test } from "node:test";
import { testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

/** People, and tasks that name them: `owner` and `team` are cleared when one is deleted, `author` is kept. */
async function desk() {
  const people = await sheet([{ name: "name", type: "text" }]);
  const { caller } = people;
  const to = (more: object) => ({
    type: "relation",
    relation: { table_id: people.path.table_id, on_target_delete: "clear", ...more },
  });
  const columns = [
    { name: "owner", ...to({}) },
    { name: "team", ...to({ cardinality: "many" }) },
    { name: "author", ...to({ on_target_delete: "keep" }) },
  ];
  const made = await door.call("CreateTable", { caller, body: { display_name: "Tasks", columns } });
  const tasks = { table_id: made.body.id as string };
  const at = (table: { table_id: string }, row_id: string) => ({ caller, path: { ...table, row_id } });
  return {
    person: async (): Promise<string> => (await people.row({ name: "Ada" })).body.id,
    task: async (data: object): Promise<string> =>
      (await door.call("CreateRow", { caller, path: tasks, body: { data } })).body.id,
    leave: (id: string) => door.call("DeleteRow", at(people.path, id)),
    drop: (id: string) => door.call("DeleteRow", at(tasks, id)),
    restore: (id: string) => door.call("UpdateRow", { ...at(tasks, id), body: { action: "restore" } }),
    link: (id: string) =>
      people.create({ name: "boss", ...to({}) }).then(() => people.patch(id, { boss: id })),
    restorePerson: (id: string) =>
      door.call("UpdateRow", { ...at(people.path, id), body: { action: "restore" } }),
  };
}

test("a restored row names no row that was deleted meanwhile where a deletion clears links", async () => {
  const d = await desk();
  const [gone, here] = [await d.person(), await d.person()];
  const task = await d.task({ owner: gone, team: [gone, here], author: gone });
  const lonely = await d.task({ owner: here, team: [gone] });
  for (const id of [task, lonely]) await d.drop(id);
  assert.equal((await d.leave(gone)).status, 200);
  const [first, second] = [await d.restore(task), await d.restore(lonely)];
  assert.deepEqual([first.status, first.body.data], [200, { owner: null, team: [here], author: gone }]);
  assert.deepEqual([second.status, second.body.data], [200, { owner: here, team: null, author: null }]);
});

test("a restored row that names itself still does", async () => {
  const d = await desk();
  const person = await d.person();
  assert.equal((await d.link(person)).status, 200);
  assert.equal((await d.leave(person)).status, 200);
  const reply = await d.restorePerson(person);
  assert.deepEqual([reply.status, reply.body.data.boss], [200, person]);
});
