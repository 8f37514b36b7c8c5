import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import type { Subject } from "./subject.ts";

interface Revision {
  version: number;
  changed_at: string;
  changed_by: unknown;
  changeset_id: string;
  fields: string[];
}

/** Revisions: one for every write, from the images of the changes (conventions.revisions). */
export function describeRevisions<Deps>(subject: Subject<Deps>): void {
  if (subject.facts.isRevised !== true) return;
  const revisions = async (caller: Caller, id: string, query = ""): Promise<Revision[]> => {
    const { status, body } = await subject.revisions(caller, id, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.revisions as Revision[];
  };

  test("every write leaves a revision that names what it gave or changed, and who wrote it", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const given = Object.fromEntries([...samples].map(([name, [first]]) => [name, first]));
    const created = await subject.create(caller, given);
    const { id } = created.body as { id: string };
    const naming = { [subject.naming]: "other" };
    const changed = await subject.update(caller, id, naming);
    assert.equal((await subject.update(caller, id, naming)).headers["x-changeset-id"], undefined);
    const deleted = await subject.delete(caller, id);
    const restored = await subject.update(caller, id, { action: "restore" });
    await subject.undo(caller, changed);
    const all = await revisions(caller, id);
    const end = "deleted_at";
    const fields = [[subject.naming], [end], [end], [subject.naming], Object.keys(given)];
    assert.deepEqual(
      all.map((one) => [one.version, one.fields.toSorted()]),
      fields.map((names, at) => [5 - at, names.toSorted()]),
    );
    const writes = [restored, deleted, changed, created].map(({ headers }) => headers["x-changeset-id"]);
    assert.deepEqual(
      all.slice(1).map(({ changeset_id }) => changeset_id),
      writes,
    );
    assert.deepEqual(all.at(-1)?.changed_by, { type: "service", id: caller.token_id });
    const times = all.map(({ changed_at }) => changed_at);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  test("a version reads as the write that made it answered; also of a deleted one", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const created = await subject.create(caller, await subject.least(caller));
    const { id } = created.body as { id: string };
    const body = Object.fromEntries([...samples].map(([name, [, second]]) => [name, second]));
    const changed = await subject.update(caller, id, body);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await subject.delete(caller, id);
    for (const { body: answered } of [created, changed]) {
      const { status, body: then } = await subject.revisions(caller, id, `version=${answered.version}`);
      assert.deepEqual([status, then], [200, answered]);
    }
    for (const [query, status] of [
      ["version=4", 404],
      ["version=99999999999", 404],
      ["version=0", 400],
      ["version=x", 400],
      ["version=1.5", 400],
      ["version=", 400],
      ["sort=version:asc", 400],
    ] as const)
      assert.equal((await subject.revisions(caller, id, query)).status, status, query);
  });

  test("revisions are paged, and those of another team or of nothing are 404", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    for (const title of ["b", "c", "d"]) await subject.update(caller, made.id, { [subject.naming]: title });
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await subject.revisions(
        caller,
        made.id,
        `limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...(page.body.revisions as Revision[]).map(({ version }) => version));
      cursor = page.body.next_cursor as string | null;
    }
    assert.deepEqual(seen, [4, 3, 2, 1]);
    const other = await subject.create(caller, await subject.least(caller, 1));
    const { next_cursor } = (await subject.revisions(caller, made.id, "limit=1")).body;
    const strange = await subject.revisions(caller, other.body.id, `limit=1&cursor=${next_cursor}`);
    assert.deepEqual([strange.status, strange.body.code], [400, "invalid_cursor"]);
    assert.equal((await subject.revisions(testCaller(), made.id)).status, 404);
    assert.equal((await subject.revisions(testCaller(), made.id, "version=1")).status, 404);
    assert.equal((await subject.revisions(caller, randomUUID())).status, 404);
  });
}
