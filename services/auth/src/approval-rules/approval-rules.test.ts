import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testAuth } from "../testing/test-auth.ts";
import { outcome } from "../testing/test-members.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, create, made, patch, remove, get, list, version, recorded } = testRules(auth);

test("a rule has the defaults of what is not given, and only one that queues says how it is decided on", async () => {
  const { caller } = await team();
  const common = { position: 1, enabled: true, when: {}, message: null, version: 1 };
  const run = await made(caller, { name: " Run " });
  const { id, created_at, updated_at, created_by } = run;
  assert.deepEqual(run, {
    ...{ id, created_at, updated_at, created_by },
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

test("the outcome of a rule changes with what only one that queues has", async () => {
  const { caller } = await team();
  const { id } = await made(caller, { outcome: "queue", needed: 1, timeout_hours: 5 });
  const run = await patch(caller, id, { outcome: "refuse", message: "No." });
  assert.deepEqual([run.status, run.body.approvers, run.body.timeout_hours], [200, null, null]);
  assert.equal((await patch(caller, id, { timeout_hours: 6 })).status, 422);
  const queue = await patch(caller, id, { outcome: "queue" });
  assert.deepEqual([queue.body.needed, queue.body.timeout_hours, queue.body.message], [1, 336, "No."]);
});

test("rules are listed as they are tried, and a new one comes after the last", async () => {
  const { caller } = await team();
  for (const [name, position] of [
    ["B", 20],
    ["A", 3],
    ["C", undefined],
    ["D", 1_000_000],
    ["E", undefined],
  ] as const)
    await made(caller, { name, ...(position === undefined ? {} : { position }) });
  const places = (await list(caller)).map(({ name, position }) => `${name} ${position}`);
  assert.deepEqual(places, ["A 3", "B 20", "C 21", "D 1000000", "E 1000000"]);
});

test("each change of a rule is on record with what was before and after", async () => {
  const { caller, team_id } = await team();
  const { id } = await made(caller, { name: "First", when: { ops: ["delete"] } });
  assert.equal((await patch(caller, id, { enabled: false, name: "Second" })).status, 200);
  assert.equal((await patch(caller, id, { enabled: false })).status, 200);
  assert.deepEqual((await remove(caller, id)).body, { id, deleted: true });
  const rule = {
    ...{
      name: "First",
      position: 1,
      enabled: true,
      when: { ops: ["delete"] },
      outcome: "run",
      message: null,
    },
    ...{ approvers: null, needed: null, allow_self: null, timeout_hours: null },
  };
  const entries = (await recorded(team_id)).map(({ action, actor, reason }) => [
    `${String(action)} by ${String(actor)}`,
    String(reason)
      .split(" became ")
      .map((side) => JSON.parse(side) as unknown),
  ]);
  assert.deepEqual(entries, [
    ["create by member", [null, rule]],
    [
      "update by member",
      [
        { enabled: true, name: "First" },
        { enabled: false, name: "Second" },
      ],
    ],
    ["delete by member", [{ ...rule, enabled: false, name: "Second" }, null]],
  ]);
});

test("of two who change the rule that both have read, one gets 412; so does a deletion", async () => {
  const { caller } = await team();
  const { id } = await made(caller);
  const headers = { "if-match": '"1"' };
  const replies = await Promise.all(["X", "Y"].map((message) => patch(caller, id, { message }, headers)));
  assert.deepEqual(replies.map(outcome).sort(), ["200", "412 version_conflict"]);
  assert.equal(outcome(await remove(caller, id, headers)), "412 version_conflict");
  assert.equal(outcome(await remove(caller, id, { "if-match": '"2"' })), "200");
  for (const reply of [await remove(caller, id), await get(caller, id), await patch(caller, id, {})])
    assert.equal(outcome(reply), "404 not_found");
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

test("rules are for owners and admins who are signed in", async () => {
  const { caller, signedIn, team_id } = await team();
  const { id } = await made(caller);
  const rest = ["service", "human", "break_glass", "oauth_app"] as const;
  const others = [
    await signedIn("member"),
    await signedIn("viewer"),
    ...rest.map((token_type) => testCaller({ team_id, token_type })),
  ];
  for (const other of others)
    for (const reply of [
      await auth.door.call("ListApprovalRules", { caller: other }),
      await create(other, { name: "Mine" }),
      await get(other, id),
      await patch(other, id, { enabled: false }),
      await remove(other, id),
    ])
      assert.equal(reply.status, 403);
  const foreign = (await team()).caller;
  for (const named of [id, randomUUID(), "x"])
    for (const reply of [
      await get(foreign, named),
      await patch(foreign, named, { enabled: false }),
      await remove(foreign, named),
    ])
      assert.equal(outcome(reply), "404 not_found");
  assert.deepEqual(
    (await list(caller)).map(({ enabled }) => enabled),
    [true],
  );
});
