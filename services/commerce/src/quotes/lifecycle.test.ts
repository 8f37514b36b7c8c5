import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import type { TestReply } from "@jst/testing";
import type { Quote } from "../../gen/rpc.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { faults, quotesOf } from "../testing/test-documents.ts";

const { door, sql, rewrite } = await testCommerce();
const { made, get, finalize, accept, decline, cancel } = quotesOf(door);

const expire = (id: string) =>
  rewrite("update commerce.quotes set expires_at = now() - interval '1 second' where id = $1", [id]);

/** Makes a quote of each state. */
const makes: Record<string, (caller: Caller) => Promise<Quote>> = {
  draft: (caller) => made(caller, { finalize: false }),
  open: (caller) => made(caller),
  accepted: async (caller) => (await accept(caller, (await made(caller)).id)).body as Quote,
  declined: async (caller) => (await decline(caller, (await made(caller)).id)).body as Quote,
  expired: async (caller) => {
    const { id } = await made(caller);
    await expire(id);
    return (await get(caller, id)).body as Quote;
  },
  canceled: async (caller) => (await cancel(caller, (await made(caller)).id)).body as Quote,
};
const acts: Record<string, (caller: Caller, id: string) => Promise<TestReply>> = {
  open: finalize,
  accepted: accept,
  declined: decline,
  canceled: cancel,
};
const allowed: Record<string, string[]> = {
  draft: ["open", "canceled"],
  open: ["accepted", "declined", "canceled"],
};

for (const [from, make] of Object.entries(makes))
  for (const [to, act] of Object.entries(acts)) {
    const isAllowed = allowed[from]?.includes(to) === true;
    test(`${from} ${isAllowed ? "becomes" : "does not become"} ${to}`, async () => {
      const caller = inTeam();
      const before = await make(caller);
      assert.equal(before.status, from);
      const reply = await act(caller, before.id);
      const after = (await get(caller, before.id)).body;
      if (isAllowed) {
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        assert.deepEqual([reply.body.status, reply.body.version], [to, before.version + 1]);
        assert.deepEqual(after, reply.body);
        const time = to === "open" ? "finalized_at" : `${to}_at`;
        assert.ok(reply.body.status_transitions[time] >= before.created_at, time);
      } else {
        const { code, from: was, to: wanted, allowed: ways } = reply.body;
        assert.deepEqual([reply.status, code], [409, "invalid_state_transition"]);
        assert.deepEqual([was, wanted, ways], [from, to, allowed[from] ?? []]);
        assert.deepEqual(after, before);
      }
    });
  }

test("an action takes an empty object and no member, the version it is told, and an id of the team", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { finalize: false });
  const odd = await finalize(caller, id, { body: { force: true } });
  assert.deepEqual([odd.status, faults(odd)], [422, ["force unknown_field"]]);
  assert.equal((await finalize(caller, id, { headers: { "if-match": '"7"' } })).status, 412);
  for (const act of [finalize, accept, decline, cancel, get])
    for (const one of [id, randomUUID(), "x"]) assert.equal((await act(inTeam(), one)).status, 404);
  assert.equal((await finalize(caller, id, { body: {} })).status, 200);
});

test("each change is an entry of the audit log, by its verb", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { finalize: false });
  await finalize(caller, id);
  await decline(caller, id);
  const rows = await sql<{ payload: { resource: string; action: string; resource_id: string } }>(
    "select payload from commerce.outbox where team_id = $1 and type = 'audit' order by seq",
    [caller.team_id],
  );
  const told = rows.map(({ payload }) => [payload.resource, payload.action, payload.resource_id]);
  assert.deepEqual(told, [
    ["quotes", "create", id],
    ["quotes", "finalize", id],
    ["quotes", "decline", id],
  ]);
});

test("the database protects a finalized quote from every writer", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const change = (set: string) => sql(`update commerce.quotes set ${set} where id = $1`, [id]);
  for (const set of [
    "memo = 'x'",
    "number = 'QUO-9'",
    "total = 0, subtotal = 0",
    "expires_at = now() + interval '1 year'",
    "status = 'draft', finalized_at = null",
    "deleted_at = now()",
    "bill_to = '{}'",
  ])
    await assert.rejects(change(set), /does not (change|go)|violates/, set);
  await assert.rejects(sql("delete from commerce.quotes where id = $1", [id]), /does not change/);
  assert.equal((await decline(caller, id)).status, 200);
  await assert.rejects(change("status = 'open', declined_at = null"), /does not go/);
});
