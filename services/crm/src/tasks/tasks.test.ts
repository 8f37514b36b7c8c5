import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { describeResource } from "@jst/resource/testing";
import { testCaller } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testTasks } from "../testing/test-tasks.ts";
import { tasks } from "./task.ts";

const { create, database, door, kept, list, newContact, patch, strangers, undo } = await testTasks();

describeResource(tasks, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  given: async (caller) => ({ contact_id: [await newContact(caller), await newContact(caller)] }),
});

test("completed_at is there while the status is done, from the beginning and after an undo", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "Was done", status: "done" });
  assert.equal(typeof task.completed_at, "string");
  const renamed = await patch(caller, task.id, { title: "U" });
  assert.equal(renamed.body.completed_at, task.completed_at);
  const opened = await patch(caller, task.id, { status: "todo" });
  assert.equal(opened.body.completed_at, null);
  assert.equal((await undo(caller, opened)).status, 200);
  assert.equal(typeof (await list(caller)).body.tasks[0].completed_at, "string");
});

test("a member or contact whom the team lacks, an archived contact too, is 422 at its place", async () => {
  const caller = testCaller();
  const gone = await newContact(caller);
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  for (const contact_id of [await newContact(testCaller()), gone, randomUUID()]) {
    const { status, body } = await create(caller, { title: "T", contact_id });
    const message = "The team has no contact with this id.";
    assert.deepEqual([status, body.errors], [422, [{ field: "contact_id", code: "not_found", message }]]);
  }
  const stranger = randomUUID();
  strangers.add(stranger);
  const { body } = await create(caller, { title: "T", assignee_id: stranger });
  assert.deepEqual([body.errors[0].field, body.errors[0].code], ["assignee_id", "not_found"]);
  assert.equal((await kept(caller)).tasks, 0);
});

test("a contact that was archived meanwhile stays, and cannot be named anew", async () => {
  const caller = testCaller();
  const contact_id = await newContact(caller);
  const { body: task } = await create(caller, { title: "T", contact_id });
  await door.call("ArchiveContact", { caller, path: { contact_id } });
  const stays = await patch(caller, task.id, { title: "U", contact_id });
  assert.deepEqual([stays.status, stays.body.contact_id], [200, contact_id]);
  assert.equal((await patch(caller, task.id, { contact_id: null })).status, 200);
  const refused = await patch(caller, task.id, { contact_id });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "contact_id"]);
});

test("tasks sort by the order of their statuses and priorities, not by the letters", async () => {
  const caller = testCaller();
  for (const priority of ["normal", "high", "low"]) await create(caller, { title: priority, priority });
  const sorted = (await list(caller, "sort=priority:desc&limit=2")).body;
  const rest = (await list(caller, `sort=priority:desc&limit=2&cursor=${sorted.next_cursor}`)).body;
  const titles = [...sorted.tasks, ...rest.tasks].map(({ title }: { title: string }) => title);
  assert.deepEqual(titles, ["high", "normal", "low"]);
});
