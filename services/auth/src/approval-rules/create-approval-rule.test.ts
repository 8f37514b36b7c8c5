import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcome } from "../testing/test-members.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, create, made, patch, remove, get, list, version } = testRules(auth);

test("a rule has the defaults of what is not given, and only one that queues says how it is decided on", async () => {
  const { caller } = await team();
  const common = { position: 1, enabled: true, when: {}, message: null, version: 1 };
  const run = await made(caller, { name: " Run " });
  const { id, created_by, ...members } = run;
  assert.deepEqual(members, {
    ...{ created_at: run.created_at, updated_at: run.updated_at },
    ...{ ...common, name: "Run", outcome: "run" },
    ...{ approvers: null, needed: null, allow_self: null, timeout_hours: null },
  });
  assert.deepEqual(created_by, { type: "member", id: caller.member_id });
  const queue = await made(caller, { name: "Queue", outcome: "queue" });
  assert.deepEqual(
    [queue.position, queue.approvers, queue.needed, queue.allow_self, queue.timeout_hours],
    [2, { roles: ["owner", "admin"], members: [] }, 1, false, 336],
  );
  const reply = await get(caller, id);
  assert.deepEqual([reply.status, reply.body, reply.headers["etag"]], [200, run, '"1"']);
});

test("a name is one live rule's of the team", async () => {
  const { caller } = await team();
  const { id } = await made(caller, { name: "Same" });
  const taken = await create(caller, { name: "Same" });
  assert.deepEqual([outcome(taken), taken.body.existing_id], ["409 name_taken", id]);
  const other = await made(caller, { name: "Other" });
  assert.equal(outcome(await patch(caller, other.id, { name: "Same" })), "409 name_taken");
  await made((await team()).caller, { name: "Same" });
  await remove(caller, id);
  await made(caller, { name: "Same" });
});

test("a team has 50 rules, however many are created at once", async () => {
  const { caller } = await team();
  const replies = await Promise.all(
    Array.from({ length: 55 }, (_, n) => create(caller, { name: `Rule ${n}` })),
  );
  const counted = Map.groupBy(replies.map(outcome), (one) => one);
  assert.deepEqual([counted.get("201")?.length, counted.get("422 limit_reached")?.length], [50, 5]);
  const [first] = await list(caller);
  await remove(caller, first?.id ?? "");
  await made(caller, { name: "Again" });
  assert.equal(outcome(await create(caller, { name: "Too many" })), "422 limit_reached");
});

test("the version of the rules moves on with every change of one, and is absent without an enabled one", async () => {
  const { caller, team_id } = await team();
  assert.equal(await version(team_id), null);
  const { id } = await made(caller, { enabled: false });
  assert.equal(await version(team_id), null);
  const seen: number[] = [];
  const move = async (change: Promise<{ status: number }>) => {
    assert.ok((await change).status < 300);
    const now = (await version(team_id)) ?? assert.fail("The team has no version.");
    assert.ok(now > (seen.at(-1) ?? 0));
    seen.push(now);
  };
  await move(patch(caller, id, { enabled: true }));
  await move(patch(caller, id, { position: 7 }));
  await move(create(caller, { name: "Second" }));
  await move(remove(caller, id));
  for (const { id: left } of await list(caller)) await remove(caller, left);
  assert.equal(await version(team_id), null);
  await move(create(caller, { name: "Third" }));
});
