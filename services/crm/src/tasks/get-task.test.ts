import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testTasks } from "../testing/test-tasks.ts";

const { create, get } = await testTasks();

test("a task that the caller has in this version is 304", async () => {
  const caller = testCaller();
  const { body } = await create(caller, { title: "T" });
  assert.equal((await get(caller, body.id, { headers: { "if-none-match": '"1"' } })).status, 304);
  assert.equal((await get(caller, body.id, { headers: { "if-none-match": '"2"' } })).status, 200);
});

test("another team's task, an absent and a malformed id are the same 404", async () => {
  const { body } = await create(testCaller(), { title: "T" });
  const caller = testCaller();
  const replies = await Promise.all([body.id as string, randomUUID(), "17"].map((id) => get(caller, id)));
  for (const reply of replies)
    assert.deepEqual([reply.status, reply.body.detail], [404, replies[1]?.body.detail]);
});
