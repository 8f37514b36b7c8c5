import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import type { Subject } from "./subject.ts";

/** Writes of people are proposals until they are approved; what was executed can be undone. */
export function describeTrust<Deps>(subject: Subject<Deps>): void {
  if (!subject.has("Create")) return;
  const { name: plural } = subject.facts;
  const call = subject.options.door.call;

  test("what a person creates is a proposal, in force once it is approved, as the person's", async () => {
    const service = testCaller();
    const person = subject.person(service, "owner");
    const proposed = await subject.create(person, await subject.least(service));
    assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
    const [{ resource, op, before }] = proposed.body.preview;
    assert.deepEqual([resource, op, before], [plural, "create", null]);
    assert.deepEqual((await subject.list(service)).body[plural], []);
    const path = { changeset_id: proposed.body.changeset_id as string };
    const approved = await call("ApproveChangeset", { caller: subject.person(service, "admin"), path });
    assert.deepEqual([approved.status, approved.body.status], [200, "executed"]);
    const [made] = (await subject.list(service)).body[plural];
    assert.deepEqual(made.created_by, { type: "human", id: person.member_id });
  });

  describeUndoneCreates(subject);

  if (subject.has("Update")) {
    test("an undone change has its former values back; one that was changed again is a conflict", async () => {
      const caller = testCaller();
      const { body: made } = await subject.create(caller, await subject.least(caller));
      const samples = [...(await subject.patches(caller))];
      const body = Object.fromEntries(samples.map(([name, [, second]]) => [name, second]));
      const changed = await subject.update(caller, made.id, body);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.equal((await subject.undo(caller, changed)).status, 200);
      const back = (await subject.get(caller, made.id)).body;
      for (const [name] of samples) assert.deepEqual(back[name], made[name], name);
      const name = subject.naming;
      const once = await subject.update(caller, made.id, { [name]: "once" });
      await subject.update(caller, made.id, { [name]: "twice" });
      const conflict = await subject.undo(caller, once);
      assert.deepEqual(
        [conflict.status, conflict.body.conflicts],
        [409, [{ resource: plural, id: made.id, fields: [name] }]],
      );
      assert.equal((await subject.undo(caller, once, true)).status, 200);
      assert.deepEqual((await subject.get(caller, made.id)).body[name], made[name]);
    });
  }

  if (subject.has("Delete")) {
    test("an undone deletion has one back as it was", async () => {
      const caller = testCaller();
      const { body: made } = await subject.create(caller, await subject.least(caller));
      assert.equal((await subject.undo(caller, await subject.delete(caller, made.id))).status, 200);
      const { updated_at, version, ...back } = (await subject.get(caller, made.id)).body;
      const { updated_at: former, version: first, ...members } = made;
      assert.deepEqual([back, first, version, updated_at > former], [members, 1, 3, true]);
      assert.equal((await subject.list(caller)).body[plural].length, 1);
    });
  }

  if (subject.has("Archive")) {
    test("an undone archiving is live again", async () => {
      const caller = testCaller();
      const { body: made } = await subject.create(caller, await subject.least(caller));
      assert.equal((await subject.undo(caller, await subject.archive(caller, made.id))).status, 200);
      assert.equal((await subject.get(caller, made.id)).body.archived_at, null);
    });
  }
}

function describeUndoneCreates<Deps>(subject: Subject<Deps>): void {
  const { name: plural, isArchived, isRestorable = false, finalStatus } = subject.facts;
  if (subject.options.isFinal === true) {
    test("a create gives away what cannot be taken back: it is not undone, not even by force", async () => {
      const caller = testCaller();
      const created = await subject.create(caller, await subject.least(caller));
      for (const force of [false, true]) {
        const reply = await subject.undo(caller, created, force);
        assert.deepEqual([reply.status, reply.body.code], [409, "not_undoable"]);
      }
      assert.equal((await subject.get(caller, created.body.id)).body.version, 1);
    });
    return;
  }
  test("an undone create leaves none", async () => {
    const caller = testCaller();
    const created = await subject.create(caller, await subject.least(caller));
    assert.equal((await subject.undo(caller, created)).status, 200);
    assert.deepEqual((await subject.list(caller)).body[plural], []);
    const { status } = await subject.get(caller, created.body.id);
    const isRead =
      isArchived || isRestorable || finalStatus !== undefined || subject.options.isDeactivated === true;
    assert.equal(status, isRead ? 200 : 404);
  });
}
