import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import type { Subject } from "./subject.ts";

const WINDOW_MS = 30 * 86_400_000;

/** Deletes that are taken back within 30 days: out of lists, read by the id, back by a patch (conventions.restore). */
export function describeRestores<Deps>(subject: Subject<Deps>): void {
  const { name: plural, noun, table } = subject.facts;
  const restore = (...[caller, id, more]: Parameters<typeof subject.get>) =>
    subject.update(caller, id, { action: "restore" }, more);

  test("one is deleted once, leaves the list, is read with the time, and comes back by a patch", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    assert.equal(made.deleted_at, null);
    const stale = await subject.delete(caller, made.id, { headers: { "if-match": '"7"' } });
    assert.deepEqual([stale.status, stale.body.code], [412, "version_conflict"]);
    const deleted = await subject.delete(caller, made.id, { headers: { "if-match": '"1"' } });
    const { deleted_at, restorable_until } = deleted.body;
    assert.deepEqual([deleted.status, deleted.body], [200, { id: made.id, deleted_at, restorable_until }]);
    assert.equal(Date.parse(restorable_until) - Date.parse(deleted_at), WINDOW_MS);
    const again = await subject.delete(caller, made.id);
    assert.deepEqual(
      [again.status, again.body, again.headers["x-changeset-id"]],
      [200, deleted.body, undefined],
    );
    assert.equal((await subject.delete(caller, made.id, { headers: { "if-match": '"1"' } })).status, 412);
    const read = await subject.get(caller, made.id);
    assert.deepEqual([read.status, read.body.deleted_at, read.body.version], [200, deleted_at, 2]);
    const idsOf = async (query: string) =>
      ((await subject.list(caller, query)).body[plural] as { id: string }[]).map(({ id }) => id);
    assert.deepEqual([await idsOf(""), await idsOf("deleted=only")], [[], [made.id]]);
    assert.equal((await subject.list(caller, "deleted=true")).status, 400);
    const { status, body: back } = await restore(caller, made.id);
    assert.deepEqual([status, back.deleted_at, back.version], [200, null, 3]);
    assert.deepEqual([await idsOf(""), await idsOf("deleted=only")], [[made.id], []]);
    const live = await restore(caller, made.id);
    assert.deepEqual([live.status, live.body, live.headers["x-changeset-id"]], [200, back, undefined]);
    assert.deepEqual((await subject.kept(caller)).changes, ["create", "delete", "update"]);
  });

  test("another patch of a deleted one is 404, a restore with other members 400, a stale one 412", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    await subject.delete(caller, made.id);
    const other = { [subject.naming]: "other" };
    for (const body of [other, {}])
      assert.equal((await subject.update(caller, made.id, body)).status, 404, JSON.stringify(body));
    const mixed = await subject.update(caller, made.id, { ...other, action: "restore" });
    assert.deepEqual([mixed.status, mixed.body.code], [400, "invalid_parameter"]);
    const stale = await restore(caller, made.id, { headers: { "if-match": '"1"' } });
    assert.deepEqual([stale.status, stale.body.current_version], [412, 2]);
    assert.equal((await restore(testCaller(), made.id)).status, 404);
    assert.equal((await subject.update(caller, made.id, { action: "archive" })).status, 422);
  });

  test("after 30 days one is not restored", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    await subject.delete(caller, made.id);
    const age = async (interval: string) => {
      const text = `update ${table} set deleted_at = clock_timestamp() - $2::interval where id = $1`;
      // No undo record names who moves the clock.
      const { superuserUrl } = subject.options.database;
      await withClient(superuserUrl, async (client) => {
        await client.query("set session_replication_role = replica");
        await client.query(text, [made.id, interval]);
      });
    };
    await age("30 days 1 minute");
    const late = await restore(caller, made.id);
    assert.deepEqual([late.status, late.body.code], [409, "restore_window_passed"], noun);
    await age("29 days 23 hours");
    assert.equal((await restore(caller, made.id)).status, 200);
  });

  test("deleted by ten at once, one is deleted once", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const replies = await Promise.all(Array.from({ length: 10 }, () => subject.delete(caller, made.id)));
    for (const reply of replies) assert.deepEqual([reply.status, reply.body], [200, replies[0]?.body]);
    assert.deepEqual((await subject.kept(caller)).changes, ["create", "delete"]);
  });
}
