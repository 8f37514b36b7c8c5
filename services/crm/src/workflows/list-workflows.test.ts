import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
await door.operate("SeedWorkflows", { team_id: caller.team_id });

interface Listed {
  name: string;
  status: string;
  trigger: { type: string };
}
const ask = (query = "", as: Caller = caller) => door.call("ListWorkflows", { caller: as, query });
const list = async (query = ""): Promise<Listed[]> => {
  const { status, body } = await ask(query);
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
  return body.workflows as Listed[];
};
const namesOf = (listed: Listed[]) => listed.map(({ name }) => name);

test("archived workflows are listed where the status asks for them alone", async () => {
  const live = await list();
  assert.equal(live.length, 4);
  for (const { status } of live) assert.notEqual(status, "archived");
  assert.deepEqual(namesOf(await list("status=archived")), ["Christmas letters"]);
  for (const status of ["draft", "active", "paused"])
    assert.deepEqual(
      namesOf(await list(`status=${status}`)),
      namesOf(live.filter((one) => one.status === status)),
    );
});

test("a list is narrowed by the kind of trigger, by text and by time, and by all of them at once", async () => {
  for (const type of ["event", "schedule", "manual", "form"]) {
    const found = await list(`trigger_type=${type}`);
    assert.deepEqual([found.length, found[0]?.trigger.type], [1, type]);
  }
  assert.deepEqual(namesOf(await list("q=MONDAY")), ["Weekly pipeline digest"]);
  assert.deepEqual(namesOf(await list("q=letters")), []);
  assert.deepEqual(namesOf(await list("q=letters&status=archived")), ["Christmas letters"]);
  assert.deepEqual(namesOf(await list("q=%25%25")), []);
  assert.deepEqual(namesOf(await list("trigger_type=schedule&status=paused")), []);
  assert.deepEqual(await list("updated_since=2999-01-01T00:00:00Z"), []);
  assert.deepEqual((await ask("q=monday", testCaller())).body.workflows, []);
});

test("pages neither skip nor repeat, in the order that is asked", async () => {
  const names = namesOf(await list("sort=name:asc"));
  assert.deepEqual(names, names.toSorted());
  const seen: string[] = [];
  for (let cursor = ""; ;) {
    const { body } = await ask(`sort=name:asc&limit=3${cursor}`);
    seen.push(...namesOf(body.workflows));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
    const other = await ask(`sort=name:asc&limit=3&trigger_type=form${cursor}`);
    assert.deepEqual([other.status, other.body.code], [400, "invalid_cursor"]);
  }
  assert.deepEqual(seen, names);
});

test("what the list does not understand is 400", async () => {
  for (const query of [
    "status=done",
    "status=",
    "trigger_type=x",
    `q=${"x".repeat(201)}`,
    "filter={}",
    "sort=status:asc",
    "moon=1",
  ])
    assert.equal((await ask(query)).status, 400, query);
});
