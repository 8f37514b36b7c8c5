import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { human } from "../testing/test-people.ts";
import { testTasks } from "../testing/test-tasks.ts";

const { create, door, get, kept, patch } = await testTasks();

test("members that are given change, null clears one, the others stay", async () => {
  const caller = testCaller();
  const due_at = "2030-01-31T12:00:00Z";
  const { body: task } = await create(caller, { title: "T", project: "P", due_at });
  const reply = await patch(caller, task.id, { status: "blocked", due_at: null, priority: "low" });
  assert.deepEqual([reply.status, reply.headers.etag], [200, '"2"']);
  const { updated_at, ...rest } = reply.body;
  const { updated_at: before, ...former } = task;
  assert.deepEqual(rest, { ...former, status: "blocked", due_at: null, priority: "low", version: 2 });
  assert.ok(updated_at > before);
  assert.equal((await patch(caller, task.id, { project: " " })).body.project, null);
});

test("completed_at is there while the status is done", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "T" });
  const done = await patch(caller, task.id, { status: "done" });
  assert.equal(typeof done.body.completed_at, "string");
  const renamed = await patch(caller, task.id, { title: "U" });
  assert.equal(renamed.body.completed_at, done.body.completed_at);
  assert.equal((await patch(caller, task.id, { status: "todo" })).body.completed_at, null);
});

test("a patch that changes nothing is no write", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "T", due_at: "2030-01-31T12:00:00Z" });
  const same = { title: "T ", due_at: "2030-01-31T13:00:00+01:00", assignee_id: null, status: "todo" };
  for (const body of [{}, same]) {
    const reply = await patch(caller, task.id, body);
    assert.deepEqual([reply.status, reply.body, reply.headers["x-changeset-id"]], [200, task, undefined]);
  }
  assert.deepEqual((await kept(caller)).changes, ["create tasks"]);
});

test("a contact that was archived meanwhile stays, and cannot be named anew", async () => {
  const caller = testCaller();
  const { body: contact } = await door.call("CreateContact", { caller, body: { first_name: "Ada" } });
  const { body: task } = await create(caller, { title: "T", contact_id: contact.id });
  await door.call("ArchiveContact", { caller, path: { contact_id: contact.id } });
  const kept = await patch(caller, task.id, { title: "U", contact_id: contact.id });
  assert.deepEqual([kept.status, kept.body.contact_id], [200, contact.id]);
  assert.equal((await patch(caller, task.id, { contact_id: null })).status, 200);
  const refused = await patch(caller, task.id, { contact_id: contact.id });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "contact_id"]);
});

test("bad members are 422, a stale version 412, another team's task 404", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "T" });
  for (const body of [{ title: null }, { title: " " }, { status: null }, { due_at: "x" }, { version: 2 }])
    assert.equal((await patch(caller, task.id, body)).status, 422, JSON.stringify(body));
  const stale = await patch(caller, task.id, { title: "U" }, { headers: { "if-match": '"7"' } });
  assert.deepEqual([stale.status, stale.body.current_version], [412, 1]);
  for (const [who, id] of [
    [testCaller(), task.id],
    [caller, randomUUID()],
    [caller, "17"],
  ] as const)
    assert.equal((await patch(who, id, { title: "U" })).status, 404);
  assert.equal((await get(caller, task.id)).body.version, 1);
});

test("an undone change has its former values back, completed_at with the status; an undone create removes the task", async () => {
  const caller = testCaller();
  const admin = human(caller.team_id, "admin");
  const undo = async (changeset_id: string | undefined, force = false) =>
    door.call("UndoChangeset", {
      caller: admin,
      path: { changeset_id: changeset_id ?? "" },
      body: { force },
    });
  const created = await create(caller, { title: "T" });
  const { id } = created.body;
  const done = await patch(caller, id, { status: "done", title: "U" });
  assert.equal((await undo(done.headers["x-changeset-id"])).status, 200);
  const back = (await get(caller, id)).body;
  assert.deepEqual([back.title, back.status, back.completed_at, back.version], ["T", "todo", null, 3]);
  const blocked = await patch(caller, id, { status: "blocked" });
  await patch(caller, id, { status: "done" });
  const conflict = await undo(blocked.headers["x-changeset-id"]);
  assert.deepEqual(
    [conflict.body.code, conflict.body.conflicts],
    ["changeset_conflict", [{ resource: "tasks", id, fields: ["status"] }]],
  );
  assert.equal((await undo(blocked.headers["x-changeset-id"], true)).status, 200);
  assert.deepEqual((await get(caller, id)).body.completed_at, null);
  assert.equal((await undo(created.headers["x-changeset-id"], true)).status, 200);
  assert.equal((await get(caller, id)).status, 404);
});

test("two patches of different members both stay", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "T" });
  await Promise.all([patch(caller, task.id, { title: "U" }), patch(caller, task.id, { project: "P" })]);
  const { body } = await get(caller, task.id);
  assert.deepEqual([body.title, body.project, body.version], ["U", "P", 3]);
});
