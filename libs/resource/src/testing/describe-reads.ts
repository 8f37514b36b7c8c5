import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import type { Subject } from "./subject.ts";

/** One that is read: 304 for who has it; another team's, an absent and a malformed id are the same. */
export function describeReads<Deps>(subject: Subject<Deps>): void {
  if (!subject.has("Get")) return;
  const known = subject.options.isMoving === true ? 200 : 304;
  test(`one that the caller has in this version is ${known}`, async () => {
    const caller = testCaller();
    const { body } = await subject.create(caller, await subject.least(caller));
    const read = (tag: string) => subject.get(caller, body.id, { headers: { "if-none-match": tag } });
    assert.deepEqual([(await read('"1"')).status, (await read('"2"')).status], [known, 200]);
    assert.equal((await read('"1"')).headers.etag, '"1"');
  });

  test("another team's, an absent and a malformed id get the same 404, to read and to write", async () => {
    const owner = testCaller();
    const { body } = await subject.create(owner, await subject.least(owner));
    const caller = testCaller();
    const calls = [
      (id: string) => subject.get(caller, id),
      ...(subject.has("Update") ? [(id: string) => subject.update(caller, id, {})] : []),
      ...(subject.has("Archive") ? [(id: string) => subject.archive(caller, id)] : []),
      ...(subject.has("Delete") ? [(id: string) => subject.delete(caller, id)] : []),
    ];
    for (const call of calls) {
      const id = body.id as string;
      const strange = ["17", "", "null", "' or true --", id.slice(1), `${id}0`, `{${id}}`];
      const replies = await Promise.all([id, randomUUID(), ...strange].map(call));
      for (const reply of replies) {
        const { request_id: one, ...absent } = reply.body;
        const { request_id: two, ...alike } = replies[0]?.body;
        assert.deepEqual([absent.status, absent], [404, alike]);
        assert.equal(one === two, reply === replies[0]);
      }
    }
    assert.equal((await subject.get(owner, body.id)).body.version, 1);
  });
}
