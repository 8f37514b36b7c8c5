import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testComms } from "../testing/test-comms.ts";
import { testNotices, testPeople, wanted } from "../testing/test-notices.ts";

const comms = await testComms();
const { door } = comms;
const { take, list, titles } = testNotices(comms);

test("a member marks all up to a notice read; newer ones and those of others stay unread", async () => {
  const { teamId, owner, second } = testPeople(comms);
  await take(teamId, ...["N0", "N1", "N2"].map((title) => wanted(teamId, { title })));
  const [, middle = assert.fail()] = (await list(owner)).notifications;
  const read = (caller: typeof owner, up_to: unknown) =>
    door.call("ReadNotifications", { caller, body: { up_to } });
  assert.deepEqual((await read(owner, middle.id)).body, { read_count: 2, unread_count: 1 });
  assert.deepEqual((await read(owner, middle.id)).body, { read_count: 0, unread_count: 1 });
  assert.deepEqual(await titles(owner, "unread=true"), ["N2"]);
  assert.equal((await list(second)).unread_count, 3);
  for (const [caller, id] of [
    [second, middle.id],
    [owner, randomUUID()],
  ] as const) {
    const { status, body } = await read(caller, id);
    const { errors } = body as { errors: { field: string; code: string }[] };
    assert.deepEqual(
      [status, errors.map(({ field, code }) => [field, code])],
      [422, [["up_to", "not_found"]]],
    );
  }
  assert.equal((await read(owner, "17")).status, 422);
});
