import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { testCaller } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testCrm } from "../testing/test-crm.ts";
import { human } from "../testing/test-people.ts";
import { tasks } from "./task.ts";

const { database, door, strangers } = await testCrm();
const create = (caller: Caller, body: object) => door.call("CreateTask", { caller, body });
const patch = (caller: Caller, task_id: string, body: object) =>
  door.call("UpdateTask", { caller, path: { task_id }, body });
const complete = (caller: Caller, task_id: string, headers = {}) =>
  door.call("CompleteTask", { caller, path: { task_id }, headers });
const list = async (caller: Caller, query = "") => (await door.call("ListTasks", { caller, query })).body;
const newContact = async (caller: Caller): Promise<string> => {
  const reply = await door.call("CreateContact", { caller, body: { first_name: "Ada" } });
  return (reply.body as { id: string }).id;
};

describeResource(tasks, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  given: async (caller) => ({ contact_id: [await newContact(caller), await newContact(caller)] }),
});

test("a task is done from whatever it was, with the time; again, it stays as it is", async () => {
  const caller = testCaller();
  for (const status of ["todo", "in_progress", "blocked", "cancelled"]) {
    const { body: task } = await create(caller, { title: "T", status });
    assert.equal((await complete(caller, task.id, { "if-match": '"2"' })).status, 412);
    const done = await complete(caller, task.id);
    assert.deepEqual([done.status, done.body.status, done.body.version], [200, "done", 2]);
    assert.equal(typeof done.body.completed_at, "string");
    const again = await complete(caller, task.id);
    assert.deepEqual([again.body, again.headers["x-changeset-id"]], [done.body, undefined]);
    assert.equal((await complete(testCaller(), task.id)).status, 404);
  }
});

test("completed_at is there while the status is done, from the beginning and after an undo", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "Was done", status: "done" });
  assert.equal(typeof task.completed_at, "string");
  const renamed = await patch(caller, task.id, { title: "U" });
  assert.equal(renamed.body.completed_at, task.completed_at);
  const opened = await patch(caller, task.id, { status: "todo" });
  assert.equal(opened.body.completed_at, null);
  const path = { changeset_id: opened.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  assert.equal(undone.status, 200);
  assert.equal(typeof (await list(caller)).tasks[0].completed_at, "string");
});

test("a member or contact whom the team lacks, an archived contact too, is 422 at its place", async () => {
  const caller = testCaller();
  const gone = await newContact(caller);
  const { body: task } = await create(caller, { title: "T", contact_id: gone });
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  const stranger = randomUUID();
  strangers.add(stranger);
  const refused: [body: object, field: string][] = [
    [{ contact_id: await newContact(testCaller()) }, "contact_id"],
    [{ contact_id: gone }, "contact_id"],
    [{ contact_id: randomUUID() }, "contact_id"],
    [{ assignee_id: stranger }, "assignee_id"],
  ];
  for (const [body, field] of refused) {
    const { status, body: problem } = await create(caller, { title: "T", ...body });
    assert.deepEqual([status, problem.errors[0].field, problem.errors[0].code], [422, field, "not_found"]);
  }
  assert.equal((await list(caller)).tasks.length, 1);
  // A value that was there all along stays, and cannot be set again.
  assert.equal((await patch(caller, task.id, { title: "U", contact_id: gone })).body.contact_id, gone);
  assert.equal((await patch(caller, task.id, { contact_id: null })).status, 200);
  assert.equal((await patch(caller, task.id, { contact_id: gone })).status, 422);
});

test("tasks sort by the order of their statuses and priorities, not by the letters", async () => {
  const caller = testCaller();
  for (const priority of ["normal", "high", "low"]) await create(caller, { title: priority, priority });
  const first = await list(caller, "sort=priority:desc&limit=2");
  const rest = await list(caller, `sort=priority:desc&limit=2&cursor=${first.next_cursor}`);
  const titles = [...first.tasks, ...rest.tasks].map(({ title }: { title: string }) => title);
  assert.deepEqual(titles, ["high", "normal", "low"]);
});
