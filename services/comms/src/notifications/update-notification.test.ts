import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Notice } from "../../gen/rpc.ts";
import { testComms } from "../testing/test-comms.ts";
import { testNotices, testPeople, wanted } from "../testing/test-notices.ts";

const comms = await testComms();
const { door } = comms;
const { take, list } = testNotices(comms);
const isAbsent = ({ status, body }: { status: number; body: { code: string } }) =>
  assert.deepEqual([status, body.code], [404, "not_found"]);

test("a notice turns read and unread again; that of a colleague or another team is absent", async () => {
  const { teamId, owner, second } = testPeople(comms);
  const stranger = testPeople(comms).owner;
  await take(teamId, wanted(teamId));
  const [{ id } = assert.fail()] = (await list(owner)).notifications;
  const mark = (caller: typeof owner, notification_id: string, read: boolean) =>
    door.call("UpdateNotification", { caller, path: { notification_id }, body: { read } });
  for (const caller of [second, stranger]) isAbsent(await mark(caller, id, true));
  for (const absent of [randomUUID(), "17"]) isAbsent(await mark(owner, absent, true));
  const read = await mark(owner, id.toUpperCase(), true);
  assert.deepEqual([read.status, read.headers["x-changeset-id"]], [200, undefined]);
  const again = await mark(owner, id, true);
  assert.deepEqual(again.body, read.body);
  assert.notEqual((read.body as Notice).read_at, null);
  assert.equal((await list(second)).unread_count, 1);
  assert.equal(((await mark(owner, id, false)).body as Notice).read_at, null);
});
