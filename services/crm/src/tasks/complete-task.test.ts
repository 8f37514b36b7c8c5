import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testTasks } from "../testing/test-tasks.ts";

const { complete, create, kept } = await testTasks();

test("a task is done from whatever it was, with the time; again, it stays as it is", async () => {
  for (const status of ["todo", "in_progress", "blocked", "cancelled"]) {
    const caller = testCaller();
    const { body: task } = await create(caller, { title: "T", status });
    const done = await complete(caller, task.id);
    assert.deepEqual([done.status, done.body.status, done.body.version], [200, "done", 2]);
    assert.equal(typeof done.body.completed_at, "string");
    const again = await complete(caller, task.id);
    assert.deepEqual(
      [again.status, again.body, again.headers["x-changeset-id"]],
      [200, done.body, undefined],
    );
    assert.deepEqual((await kept(caller)).changes, ["create tasks", "update tasks"]);
  }
});

test("a stale version is 412, another team's task 404", async () => {
  const caller = testCaller();
  const { body: task } = await create(caller, { title: "T" });
  assert.equal((await complete(caller, task.id, { headers: { "if-match": '"2"' } })).status, 412);
  for (const [who, id] of [
    [testCaller(), task.id],
    [caller, randomUUID()],
    [caller, "17"],
  ] as const)
    assert.equal((await complete(who, id)).status, 404);
  assert.deepEqual((await kept(caller)).changes, ["create tasks"]);
});
