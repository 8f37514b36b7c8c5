import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import type { TestReply } from "@jst/testing";
import type { Invoice } from "../../gen/rpc.ts";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { create, undo, made, get, finalize, pay, declareVoid, giveUp, remove, patch } = invoicesOf(door);

/** Makes an invoice of each state. */
const makes: Record<string, (caller: Caller) => Promise<Invoice>> = {
  draft: (caller) => made(caller, { auto_finalize: false }),
  open: (caller) => made(caller),
  paid: async (caller) => (await pay(caller, (await made(caller)).id)).body as Invoice,
  void: async (caller) => (await declareVoid(caller, (await made(caller)).id)).body as Invoice,
  uncollectible: async (caller) => (await giveUp(caller, (await made(caller)).id)).body as Invoice,
};
const acts: Record<string, (caller: Caller, id: string) => Promise<TestReply>> = {
  open: finalize,
  paid: pay,
  void: declareVoid,
  uncollectible: giveUp,
};
const allowed: Record<string, string[]> = {
  draft: ["open"],
  open: ["paid", "void", "uncollectible"],
  uncollectible: ["paid", "void"],
  paid: [],
  void: [],
};

for (const [from, make] of Object.entries(makes))
  for (const [to, act] of Object.entries(acts)) {
    const isAllowed = allowed[from]?.includes(to) === true;
    test(`${from} ${isAllowed ? "becomes" : "does not become"} ${to}`, async () => {
      const caller = inTeam();
      const before = await make(caller);
      const reply = await act(caller, before.id);
      const after = (await get(caller, before.id)).body;
      if (isAllowed) {
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        assert.deepEqual([reply.body.status, reply.body.version], [to, before.version + 1]);
        assert.deepEqual(after, reply.body);
      } else {
        const { code, from: was, to: wanted, allowed: ways } = reply.body;
        assert.deepEqual([reply.status, code], [409, "invalid_state_transition"]);
        assert.deepEqual([was, wanted, ways], [from, to, allowed[from]]);
        assert.deepEqual(after, before);
      }
    });
  }

for (const [from, make] of Object.entries(makes).filter(([status]) => status !== "draft"))
  test(`an invoice that is ${from} is neither changed nor deleted`, async () => {
    const caller = inTeam();
    const before = await make(caller);
    for (const reply of [await patch(caller, before.id, { memo: "x" }), await remove(caller, before.id)])
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.from],
        [409, "invalid_state_transition", from],
      );
    assert.deepEqual((await get(caller, before.id)).body, before);
  });

test("each change of an invoice is an entry of the audit log, by its verb, also what an undo does", async () => {
  const { service: caller, admin } = commerceTeam();
  const draft = await create(caller, { auto_finalize: false });
  const { id } = draft.body as Invoice;
  const changed = await patch(caller, id, { memo: "x" });
  await undo(changed, admin);
  await finalize(caller, id);
  await giveUp(caller, id);
  await declareVoid(caller, id);
  const gone = await made(caller, { auto_finalize: false });
  await undo(await remove(caller, gone.id), admin);
  const rows = await sql<{ payload: Record<string, string> }>(
    "select payload from commerce.outbox where team_id = $1 and type = 'audit' order by seq",
    [caller.team_id],
  );
  const acts = (of: string) =>
    rows.flatMap(({ payload }) => (payload["resource_id"] === of ? [payload["action"]] : []));
  assert.deepEqual(acts(id), ["create", "update", "undo", "finalize", "mark-uncollectible", "void"]);
  assert.deepEqual(acts(gone.id), ["create", "delete", "undo"]);
  const resources = new Set(rows.map(({ payload }) => payload["resource"]));
  assert.deepEqual([...resources].sort(), ["changesets", "invoices"]);
});

test("to delete a draft takes the scope of deleting", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { auto_finalize: false });
  const reply = await remove({ ...caller, scopes: [{ resource: "commerce", actions: ["write"] }] }, id);
  assert.deepEqual([reply.status, reply.body.required_scope], [403, "commerce:delete"]);
  assert.equal((await get(caller, id)).status, 200);
});
