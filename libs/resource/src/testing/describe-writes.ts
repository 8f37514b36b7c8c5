import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { isSameJson } from "../same-json.ts";
import { refusedBodies, respelled } from "./samples.ts";
import type { Subject } from "./subject.ts";

/** Creates and changes: what is answered, what is refused, and what is stored then. */
export function describeWrites<Deps>(subject: Subject<Deps>): void {
  if (subject.has("Create")) describeCreates(subject);
  if (subject.has("Update")) describeUpdates(subject);
}

function describeCreates<Deps>(subject: Subject<Deps>): void {
  test("one is created with Location, ETag and its undo record, and reads back as it was answered", async () => {
    const caller = testCaller();
    const reply = await subject.create(caller, await subject.least(caller));
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    const { id, created_at, updated_at, created_by, version } = reply.body;
    assert.deepEqual([created_by, version], [{ type: "service", id: caller.token_id }, 1]);
    assert.equal(updated_at, created_at);
    assert.deepEqual(
      [reply.headers.location, reply.headers.etag],
      [`${TEST_BASE_URL}${subject.facts.path}/${reply.body[subject.facts.id] ?? id}`, '"1"'],
    );
    assert.deepEqual((await subject.get(caller, id)).body, reply.body);
    assert.deepEqual(await subject.kept(caller), { rows: 1, changes: ["create"] });
  });

  test("every member is stored as it is given, and one that is not given has its initial value", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const body = Object.fromEntries([...samples].map(([name, [first]]) => [name, first]));
    const full = await subject.create(caller, body);
    assert.equal(full.status, 201, JSON.stringify(full.body));
    for (const [name, value] of Object.entries(body)) assert.deepEqual(full.body[name], value, name);
    const { body: bare } = await subject.create(caller, await subject.least(caller));
    const given = new Set(Object.keys(await subject.least(caller)));
    for (const { name, initial } of subject.facts.members.filter((member) => member.initial !== undefined))
      if (!given.has(name)) assert.deepEqual(bare[name], initial, name);
  });

  test("a member has one stored form: another spelling of it is stored alike, and writing it again writes nothing", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const spelled = subject.facts.members.flatMap((member) => {
      const [value] = samples.get(member.name) ?? [];
      const other = respelled(member, value);
      return other === undefined ? [] : [[member.name, value, other] as const];
    });
    const least = await subject.least(caller);
    for (const [name, value, other] of spelled) {
      const { status, body } = await subject.create(caller, { ...least, [name]: other });
      assert.deepEqual([status, body[name]], [201, value], name);
      if (!subject.has("Update")) continue;
      const again = await subject.update(caller, body.id, { [name]: other });
      assert.deepEqual(
        [again.status, again.body, again.headers["x-changeset-id"]],
        [200, body, undefined],
        name,
      );
    }
  });

  test("blank texts and times outside of four-digit years are refused, each with all of its kind", async () => {
    const caller = testCaller();
    const blank = subject.facts.members.filter((member) => member.isTrimmed && member.isNeverNull);
    const times = subject.facts.members.filter(({ kind, isWritable }) => kind === "datetime" && isWritable);
    for (const bad of [
      Object.fromEntries(blank.map(({ name }) => [name, " \t"])),
      Object.fromEntries(times.map(({ name }) => [name, "9999-12-31T23:59:59-01:00"])),
    ]) {
      const names = Object.keys(bad).sort();
      if (names.length === 0) continue;
      const { status, body } = await subject.create(caller, { ...(await subject.least(caller)), ...bad });
      const fields = (body.errors as { field: string }[]).map(({ field }) => field).sort();
      assert.deepEqual([status, fields], [422, names]);
    }
    assert.equal((await subject.kept(caller)).rows, 0);
  });

  test("what any annotation of a member refuses is 422 at that member, and nothing is stored", async () => {
    const caller = testCaller();
    for (const { field, body } of refusedBodies(await subject.least(caller), subject.schema("Create"))) {
      const reply = await subject.create(caller, body);
      assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
      const fields = (reply.body.errors as { field: string }[]).map((error) => error.field.split(".")[0]);
      assert.ok(fields.includes(field), `${field}: ${JSON.stringify(reply.body.errors)}`);
    }
    assert.deepEqual(await subject.kept(caller), { rows: 0, changes: [] });
  });

  test("a create that is repeated with its Idempotency-Key is done once and answered alike", async () => {
    const caller = testCaller();
    const body = await subject.least(caller);
    const headers = { "idempotency-key": "again" };
    const first = await subject.create(caller, body, { headers });
    const second = await subject.create(caller, body, { headers });
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
    assert.equal(second.headers["idempotency-replayed"], "true");
    assert.equal((await subject.kept(caller)).rows, 1);
  });
}

function describeUpdates<Deps>(subject: Subject<Deps>): void {
  test("a patch changes the members given and no other; null clears what may be empty", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const samples = await subject.patches(caller);
    let version = 1;
    for (const [name, [first, second]] of samples) {
      const value = isSameJson(made[name], second) ? first : second;
      if (isSameJson(made[name], value)) continue;
      const before = (await subject.get(caller, made.id)).body;
      const reply = await subject.update(caller, made.id, { [name]: value });
      version += 1;
      assert.deepEqual([reply.status, reply.body[name]], [200, value], name);
      assert.deepEqual([reply.body.version, reply.headers.etag], [version, `"${version}"`]);
      assert.equal(reply.body.id, before.id);
      for (const other of samples.keys())
        if (other !== name && !subject.isDerived(other))
          assert.deepEqual(reply.body[other], before[other], `${name} changed ${other}`);
    }
  });

  test("null clears what may be empty", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const body = Object.fromEntries([...samples].map(([name, [first]]) => [name, first]));
    const { body: made } = await subject.create(caller, body);
    for (const { name } of subject.facts.members.filter(
      (member) => member.isWritable && !member.isNeverNull && !subject.options.needed?.includes(member.name),
    )) {
      const reply = await subject.update(caller, made.id, { [name]: null });
      assert.equal(reply.status, 200, `${name}: ${JSON.stringify(reply.body)}`);
      if (!subject.isDerived(name))
        assert.ok(["null", "[]", "{}"].includes(JSON.stringify(reply.body[name])), name);
      assert.equal((await subject.update(caller, made.id, { [name]: body[name] })).status, 200);
    }
  });

  test("a patch without an effect writes nothing and names no changeset", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    for (const body of [{}, await subject.least(caller)]) {
      const reply = await subject.update(caller, made.id, body);
      assert.deepEqual([reply.status, reply.body, reply.headers["x-changeset-id"]], [200, made, undefined]);
    }
    assert.deepEqual((await subject.kept(caller)).changes, ["create"]);
  });

  test("what any annotation of a patch refuses is 422, a stale version 412; nothing is stored", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    for (const { field, body } of refusedBodies({}, subject.schema("Update"))) {
      const reply = await subject.update(caller, made.id, body);
      assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
      const fields = (reply.body.errors as { field: string }[]).map((error) => error.field.split(".")[0]);
      assert.ok(fields.includes(field), `${field}: ${JSON.stringify(reply.body.errors)}`);
    }
    const other = { [subject.naming]: "other" };
    const stale = await subject.update(caller, made.id, other, { headers: { "if-match": '"7"' } });
    assert.deepEqual(
      [stale.status, stale.body.code, stale.body.current_version],
      [412, "version_conflict", 1],
    );
    assert.deepEqual((await subject.get(caller, made.id)).body, made);
  });

  test("patches of different members at once all stay, and updated_at never moves back", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const changes: [string, unknown][] = [];
    for (const [name, [one, other]] of await subject.patches(caller))
      if (!subject.isDerived(name) && !isSameJson(one, other))
        changes.push([name, isSameJson(made[name], other) ? one : other]);
    const patch = ([name, value]: [string, unknown]) => subject.update(caller, made.id, { [name]: value });
    const replies = await Promise.all(changes.map(patch));
    for (const reply of replies) assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { body } = await subject.get(caller, made.id);
    assert.equal(body.version, changes.length + 1);
    for (const [name, value] of changes) assert.deepEqual(body[name], value, name);
    const inOrder = replies.map((reply) => reply.body).sort((a, b) => a.version - b.version);
    const times = inOrder.map(({ updated_at }) => updated_at as string);
    assert.deepEqual(times, [...times].sort());
  });

  test("of patches at once with one If-Match exactly one is stored", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const headers = { "if-match": '"1"' };
    const replies = ["a", "b", "c"].map((value) =>
      subject.update(caller, made.id, { [subject.naming]: value }, { headers }),
    );
    assert.deepEqual((await Promise.all(replies)).map(({ status }) => status).sort(), [200, 412, 412]);
  });

  test("a bad patch of an absent one is 422, a good one 404", async () => {
    const caller = testCaller();
    assert.equal((await subject.update(caller, randomUUID(), { moon: 1 })).status, 422);
    assert.equal((await subject.update(caller, randomUUID(), { [subject.naming]: "x" })).status, 404);
  });
}
