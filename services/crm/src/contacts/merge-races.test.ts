import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

const create = async (caller: Caller, body: object): Promise<string> => {
  const reply = await door.call("CreateContact", { caller, body });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const read = async (caller: Caller, contact_id: string) =>
  (await door.call("GetContact", { caller, path: { contact_id } })).body;
const merge = (caller: Caller, contact_id: string, source_id: string) =>
  door.call("MergeContact", { caller, path: { contact_id }, body: { source_id } });

test("merged into each other at once, one of two stays, whatever the round", async () => {
  for (let round = 0; round < 10; round += 1) {
    const caller = testCaller();
    const [a, b] = [await create(caller, { email: "a@x.test" }), await create(caller, { email: "b@x.test" })];
    const replies = await Promise.all([merge(caller, a, b), merge(caller, b, a)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const live = [await read(caller, a), await read(caller, b)].filter((one) => one.archived_at === null);
    assert.deepEqual([live.length, live[0].additional_emails.length], [1, 1]);
  }
});

test("one source into ten targets at once goes into one of them", async () => {
  const caller = testCaller();
  const source = await create(caller, { email: "s@x.test" });
  const targets = await Promise.all(
    Array.from({ length: 10 }, (_, n) => create(caller, { first_name: `T${n}` })),
  );
  const replies = await Promise.all(targets.map((id) => merge(caller, id, source)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 9 }, () => 422),
  ]);
  const { merged_into: into } = await read(caller, source);
  assert.equal((await read(caller, into)).email, "s@x.test");
});

test("ten sources into one target at once are all in it, and so are their tasks", async () => {
  const caller = testCaller();
  const target = await create(caller, { first_name: "T" });
  const sources = await Promise.all(
    Array.from({ length: 10 }, (_, n) => create(caller, { email: `s${n}@x.test`, tags: [`t${n}`] })),
  );
  for (const contact_id of sources)
    await door.call("CreateTask", { caller, body: { title: "T", contact_id } });
  const replies = await Promise.all(sources.map((id) => merge(caller, target, id)));
  for (const { status, body } of replies) assert.equal(status, 200, JSON.stringify(body));
  const { email, additional_emails: more, tags } = await read(caller, target);
  assert.deepEqual([new Set([email, ...more]).size, tags.length], [10, 10]);
  const { tasks } = (await door.call("ListTasks", { caller, query: `contact_id=${target}` })).body;
  assert.equal(tasks.length, 10);
});

test("a task made of the source while it is merged names the target or is refused", async () => {
  for (let round = 0; round < 10; round += 1) {
    const caller = testCaller();
    const [a, b] = [await create(caller, { first_name: "A" }), await create(caller, { first_name: "B" })];
    const [made, merged] = await Promise.all([
      door.call("CreateTask", { caller, body: { title: "T", contact_id: b } }),
      merge(caller, a, b),
    ]);
    assert.equal(merged.status, 200);
    const { tasks } = (await door.call("ListTasks", { caller })).body;
    const named = tasks.map(({ contact_id: id }: { contact_id: string }) => id);
    assert.deepEqual(named, made.status === 201 ? [a] : []);
  }
});
