import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { human } from "../testing/test-people.ts";
import { testTasks } from "../testing/test-tasks.ts";

const { create, door, get, kept, list, strangers } = await testTasks();

test("a task is stored with its undo record, and answered with Location and ETag; it emits nothing", async () => {
  const caller = testCaller();
  const reply = await create(caller, { title: " Call Ada " });
  assert.equal(reply.status, 201);
  const { id, created_at, updated_at, ...rest } = reply.body;
  assert.deepEqual(rest, {
    title: "Call Ada",
    status: "todo",
    assignee_id: null,
    due_at: null,
    priority: "normal",
    project: null,
    contact_id: null,
    completed_at: null,
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.equal(updated_at, created_at);
  assert.deepEqual(
    [reply.headers.location, reply.headers.etag],
    [`${TEST_BASE_URL}/api/v1/tasks/${id}`, '"1"'],
  );
  assert.deepEqual((await get(caller, id)).body, reply.body);
  assert.deepEqual(await kept(caller), { tasks: 1, changes: ["create tasks"] });
});

test("every member is stored as it is given", async () => {
  const caller = testCaller();
  const contact = await door.call("CreateContact", { caller, body: { first_name: "Ada" } });
  const assignee = randomUUID();
  const reply = await create(caller, {
    title: "Sign",
    status: "in_progress",
    assignee_id: assignee.toUpperCase(),
    due_at: "2030-01-31T12:00:00.5+01:00",
    priority: "high",
    project: "Launch",
    contact_id: contact.body.id,
  });
  const { title, status, assignee_id, due_at, priority, project, contact_id } = reply.body;
  assert.deepEqual(
    [title, status, assignee_id, due_at, priority, project, contact_id],
    ["Sign", "in_progress", assignee, "2030-01-31T11:00:00.500Z", "high", "Launch", contact.body.id],
  );
});

test("a task that is made as done is completed from the beginning", async () => {
  const { body } = await create(testCaller(), { title: "Was done", status: "done" });
  assert.equal(typeof body.completed_at, "string");
});

test("whatever does not fit is 422 with every member at once, and nothing is stored", async () => {
  const caller = testCaller();
  const cases: [body: unknown, ...faults: string[]][] = [
    [{}, "title required"],
    [{ title: "  ", due_at: "9999-12-31T23:59:59-01:00" }, "title required", "due_at invalid_format"],
    [{ title: "x".repeat(501), project: "x".repeat(201) }, "title too_long", "project too_long"],
    [{ title: "T", status: "later", priority: 1 }, "status invalid_value"],
    [{ title: "T", due_at: "tomorrow", assignee_id: "ada" }, "due_at invalid_format"],
    [{ title: "T", moon: 1, id: "x" }, "moon unknown_field", "id unknown_field"],
  ];
  for (const [body, ...faults] of cases) {
    const reply = await create(caller, body);
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
    const found = (reply.body.errors as { field: string; code: string }[]).map(
      ({ field, code }) => `${field} ${code}`,
    );
    for (const fault of faults) assert.ok(found.includes(fault), `${fault} of ${found.join(", ")}`);
  }
  assert.equal((await kept(caller)).tasks, 0);
});

test("a member or contact whom the team lacks, an archived contact too, is 422 at its place", async () => {
  const caller = testCaller();
  const foreign = await door.call("CreateContact", { caller: testCaller(), body: { first_name: "Eve" } });
  const gone = await door.call("CreateContact", { caller, body: { first_name: "Bo" } });
  await door.call("ArchiveContact", { caller, path: { contact_id: gone.body.id } });
  const refused = [foreign.body.id, gone.body.id, randomUUID()].map((contact_id) =>
    create(caller, { title: "T", contact_id }),
  );
  for (const reply of await Promise.all(refused)) {
    const message = "The team has no contact with this id.";
    assert.deepEqual(
      [reply.status, reply.body.errors],
      [422, [{ field: "contact_id", code: "not_found", message }]],
    );
  }
  const stranger = randomUUID();
  strangers.add(stranger);
  const { body } = await create(caller, { title: "T", assignee_id: stranger });
  assert.deepEqual([body.errors[0].field, body.errors[0].code], ["assignee_id", "not_found"]);
  assert.equal((await kept(caller)).tasks, 0);
});

test("what a person creates is a proposal until it is approved", async () => {
  const person = human(randomUUID(), "member");
  const modules = { project_tasks: true };
  const withTasks = (caller: typeof person) => ({ ...caller, team: { ...caller.team, modules } });
  const proposed = await create(withTasks(person), { title: "Proposed" });
  assert.deepEqual(
    [proposed.status, proposed.body.preview[0].resource, proposed.body.preview[0].after.title],
    [202, "tasks", "Proposed"],
  );
  const service = testCaller({ team_id: person.team_id });
  assert.deepEqual((await list(service)).body.tasks, []);
  const path = { changeset_id: proposed.body.changeset_id };
  const admin = withTasks(human(person.team_id, "admin"));
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([approved.status, approved.body.summary], [200, "Create task Proposed"]);
  const [task] = (await list(service)).body.tasks;
  assert.deepEqual([task.title, task.created_by], ["Proposed", { type: "human", id: person.member_id }]);
});
