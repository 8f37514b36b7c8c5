import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { describeRestores } from "./describe-restores.ts";
import type { Subject } from "./subject.ts";

/** Archives and deletes: once, in the version that is asked, and what is found then. */
export function describeEnds<Deps>(subject: Subject<Deps>): void {
  if (subject.has("Archive")) describeArchives(subject);
  if (!subject.has("Delete") || subject.options.isDeactivated === true) return;
  if (subject.facts.finalStatus !== undefined) describeFinals(subject, subject.facts.finalStatus);
  else if (subject.facts.isRestorable === true) describeRestores(subject);
  else describeDeletes(subject);
}

function describeArchives<Deps>(subject: Subject<Deps>): void {
  test("one is archived once, leaves the list, is read with the time, and comes back by a patch", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const stale = await subject.archive(caller, made.id, { headers: { "if-match": '"7"' } });
    assert.deepEqual([stale.status, stale.body.code], [412, "version_conflict"]);
    const archived = await subject.archive(caller, made.id);
    assert.deepEqual([archived.status, archived.body.id], [200, made.id]);
    const again = await subject.archive(caller, made.id);
    assert.deepEqual(
      [again.status, again.body, again.headers["x-changeset-id"]],
      [200, archived.body, undefined],
    );
    const old = await subject.archive(caller, made.id, { headers: { "if-match": '"1"' } });
    assert.deepEqual([old.status, old.body.current_version], [412, 2]);
    assert.equal((await subject.get(caller, made.id)).body.archived_at, archived.body.archived_at);
    const idsOf = async (query: string) =>
      ((await subject.list(caller, query)).body[subject.facts.name] as { id: string }[]).map(({ id }) => id);
    assert.deepEqual(await idsOf(""), []);
    assert.deepEqual([await idsOf("archived=true"), await idsOf("archived=all")], [[made.id], [made.id]]);
    for (const body of [{ archived: false }, { action: "restore" }]) {
      const restored = await subject.update(caller, made.id, body);
      assert.deepEqual([restored.status, restored.body.archived_at], [200, null]);
      assert.deepEqual(await idsOf(""), [made.id]);
      assert.equal((await subject.archive(caller, made.id)).status, 200);
    }
  });

  test("archived by ten at once, one is archived once", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const replies = await Promise.all(Array.from({ length: 10 }, () => subject.archive(caller, made.id)));
    for (const reply of replies) assert.deepEqual(reply.body, replies[0]?.body);
    assert.deepEqual((await subject.kept(caller)).changes, ["create", "delete"]);
  });
}

function describeDeletes<Deps>(subject: Subject<Deps>): void {
  test("one is deleted in the version that is asked, and nobody finds it then", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const stale = await subject.delete(caller, made.id, { headers: { "if-match": '"7"' } });
    assert.deepEqual(
      [stale.status, stale.body.code, stale.body.current_version],
      [412, "version_conflict", 1],
    );
    assert.equal((await subject.get(caller, made.id)).status, 200);
    const deleted = await subject.delete(caller, made.id, { headers: { "if-match": '"1"' } });
    const { id, ...rest } = deleted.body as Record<string, unknown>;
    assert.deepEqual([deleted.status, id], [200, made.id]);
    if (subject.options.isFlaggedDeleted === true) assert.deepEqual(rest, { deleted: true });
    else assert.deepEqual([Object.keys(rest), typeof rest["deleted_at"]], [["deleted_at"], "string"]);
    for (const gone of [
      await subject.get(caller, made.id),
      await subject.delete(caller, made.id),
      await subject.delete(caller, made.id, { headers: { "if-match": '"1"' } }),
      ...(subject.has("Update")
        ? [await subject.update(caller, made.id, { [subject.naming]: "other" })]
        : []),
    ])
      assert.deepEqual([gone.status, gone.body.code], [404, "not_found"]);
    assert.deepEqual((await subject.list(caller)).body[subject.facts.name], []);
    assert.deepEqual(await subject.kept(caller), { rows: 1, changes: ["create", "delete"] });
  });

  test("deleted by ten at once, one is deleted once", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const replies = await Promise.all(Array.from({ length: 10 }, () => subject.delete(caller, made.id)));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 404)]);
    assert.deepEqual((await subject.kept(caller)).changes, ["create", "delete"]);
  });
}

function describeFinals<Deps>(subject: Subject<Deps>, finalStatus: string): void {
  test("one that is over is answered, leaves the list unless it is asked for, and takes no change any more", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const stale = await subject.delete(caller, made.id, { headers: { "if-match": '"7"' } });
    assert.deepEqual([stale.status, stale.body.current_version], [412, 1]);
    const over = await subject.delete(caller, made.id);
    assert.deepEqual([over.status, over.body.status, over.body.version], [200, finalStatus, 2]);
    const again = await subject.delete(caller, made.id);
    assert.deepEqual(
      [again.status, again.body, again.headers["x-changeset-id"]],
      [200, over.body, undefined],
    );
    assert.deepEqual((await subject.get(caller, made.id)).body, over.body);
    const listed = async (query: string) => (await subject.list(caller, query)).body[subject.facts.name];
    assert.deepEqual(await listed(""), []);
    assert.deepEqual(await listed(`status=${finalStatus}`), [over.body]);
    const refused = await subject.update(caller, made.id, { [subject.naming]: "other" });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.from, refused.body.allowed],
      [409, "invalid_state_transition", finalStatus, []],
    );
    assert.equal((await subject.update(caller, made.id, { status: made.status })).status, 409);
    assert.equal((await subject.update(caller, made.id, {})).status, 200);
    assert.equal((await subject.delete(testCaller(), made.id)).status, 404);
  });

  test("ended by ten at once, one is ended once", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const replies = await Promise.all(Array.from({ length: 10 }, () => subject.delete(caller, made.id)));
    for (const reply of replies) assert.deepEqual(reply.body, replies[0]?.body);
    assert.deepEqual((await subject.kept(caller)).changes, ["create", "update"]);
  });
}
