import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { testSource } from "../testing/test-source.ts";

const crm = await testSource("crm");
const data = await testSource("data");
const agent = await testAgent({ crm: crm.address, data: data.address });

afterEach(() => {
  for (const source of [crm, data]) {
    delete source.away;
    source.decisions = [];
  }
});

const decide = (body: object, headers: Record<string, string> = {}) =>
  agent.post("/changesets:decide", body, { headers });
const itemsOf = (...ids: string[]) => ids.map((id) => ({ id }));

test("each service decides on its own in their order; results are in the order of the items", async () => {
  const ids = ["data_2", "crm_1", "data_1", "crm_2"];
  const reply = await decide(
    {
      decision: "reject",
      items: [...itemsOf("data_2", "crm_1", "data_1"), { id: "crm_2", version: 3 }],
      reason: "No.",
    },
    { "idempotency-key": "once" },
  );
  assert.deepEqual([reply.status, reply.headers["cache-control"]], [200, "no-store"]);
  assert.deepEqual(reply.body, { results: ids.map((id) => ({ id, status: 200, changeset: { id } })) });
  const common = { decision: "reject", reason: "No.", idempotency_key: "once" };
  assert.deepEqual(crm.decisions, [{ ...common, items: [{ id: "crm_1" }, { id: "crm_2", version: 3 }] }]);
  assert.deepEqual(data.decisions, [{ ...common, items: itemsOf("data_2", "data_1") }]);
});

for (const away of ["stopped", "without its database"] as const)
  test(`a service that is ${away} fails its own items, and those of the others are done`, async () => {
    crm.away = away;
    const { status, body } = await decide({
      decision: "approve",
      items: itemsOf("crm_1", "data_1", "crm_2"),
    });
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((one: { id: string; status: number; problem?: { code: string } }) => [
        one.id,
        one.status,
        one.problem?.code,
      ]),
      [
        ["crm_1", 503, "unavailable"],
        ["data_1", 200, undefined],
        ["crm_2", 503, "unavailable"],
      ],
    );
  });

test("an id of no service is absent in its place", async () => {
  const { body } = await decide({ decision: "approve", items: itemsOf("nobody_1", "__proto__", "crm_1") });
  assert.deepEqual(
    body.results.map((one: { status: number; problem?: { code: string } }) => [
      one.status,
      one.problem?.code,
    ]),
    [
      [404, "not_found"],
      [404, "not_found"],
      [200, undefined],
    ],
  );
});

const many = (count: number) => itemsOf(...Array.from({ length: count }, (_, n) => `crm_${n}`));
const refused: [what: string, body: object, field: string][] = [
  ["101 items", { decision: "approve", items: many(101) }, "items"],
  ["no items", { decision: "approve", items: [] }, "items"],
  [
    "an id that stands twice",
    { decision: "approve", items: itemsOf("crm_a", "data_a", "crm_A") },
    "items.2.id",
  ],
  ["a decision that there is not", { decision: "undo", items: many(1) }, "decision"],
  ["an approval with a reason", { decision: "approve", items: many(1), reason: "Yes." }, "reason"],
  ["a version below 1", { decision: "approve", items: [{ id: "crm_a", version: 0 }] }, "items.0.version"],
];
for (const [what, body, field] of refused)
  test(`${what} is 422 at ${field}, and nothing is decided`, async () => {
    const reply = await decide(body);
    assert.deepEqual([reply.status, reply.body.errors[0].field], [422, field], JSON.stringify(reply.body));
    assert.deepEqual([crm.decisions, data.decisions], [[], []]);
  });

test("100 items are decided on, and a token without audit:admin decides on none", async () => {
  assert.equal((await decide({ decision: "approve", items: many(100) })).body.results.length, 100);
  const caller = agentCaller({ scopes: [{ resource: "audit", actions: ["read"] }] });
  const reply = await agent.post("/changesets:decide", { decision: "approve", items: many(1) }, { caller });
  assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
  assert.equal(crm.decisions.length, 1);
});
