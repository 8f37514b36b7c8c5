import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import type { Caller } from "@jst/caller";
import { testAuth } from "../testing/test-auth.ts";
import { faultsOf, testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, create, made, patch, list } = testRules(auth);
let caller: Caller;
let slug: string;
let signedIn: Awaited<ReturnType<typeof team>>["signedIn"];
beforeEach(async () => ({ caller, slug, signedIn } = await team()));

const EUR = { currency: "EUR" };
const limits = [{ operations: 3 }, { amount: { ...EUR, value: 100 } }];
const bad: [body: object, ...faults: string[]][] = [
  [{ outcome: "maybe" }, "outcome invalid_value"],
  [{ name: "" }, "name too_short"],
  [{ name: "x".repeat(121) }, "name too_long"],
  [{ message: "x".repeat(501) }, "message too_long"],
  [{ position: 0 }, "position too_small"],
  [{ position: 1_000_001 }, "position too_large"],
  [{ kind: "x" }, "kind unknown_field"],
  [{ when: null }, "when invalid_type"],
  [{ when: { colour: ["red"] } }, "when.colour unknown_field"],
  [{ when: { resources: ["moons"] } }, "when.resources.0 invalid_value"],
  [{ when: { ops: ["read"] } }, "when.ops.0 invalid_value"],
  [{ when: { doors: [], fields: [] } }, "when.doors too_few", "when.fields too_few"],
  [{ when: { token_ids: ["x"] } }, "when.token_ids.0 invalid_format"],
  [{ when: { operations: { gte: 2, lte: 1 } } }, "when.operations.gte too_large"],
  [{ when: { operations: {} } }, "when.operations required"],
  [{ when: { recipients: { gte: 2, lte: 1 } } }, "when.recipients.gte too_large"],
  [{ when: { amount: { ...EUR, gte: 2, lte: 1 } } }, "when.amount.gte too_large"],
  [{ when: { amount: EUR } }, "when.amount required"],
  [{ when: { amount: { gte: 1 } } }, "when.amount.currency required"],
  [{ when: { amount: { ...EUR, gte: 1 }, resources: ["rows"] } }, "when.resources invalid_value"],
  [{ when: { amount: { currency: "euro", gte: 1 } } }, "when.amount.currency invalid_format"],
  [{ when: { over_per_day: limits[0] } }, "when.resources required"],
  [{ when: { over_per_day: limits[0], resources: ["rows", "contacts"] } }, "when.resources invalid_value"],
  // Two services have consents.
  [{ when: { over_per_day: limits[0], resources: ["consents"] } }, "when.resources invalid_value"],
  [{ when: { over_per_day: {}, resources: ["rows"] } }, "when.over_per_day invalid_value"],
  [
    { when: { over_per_day: { ...limits[0], ...limits[1] }, resources: ["invoices"] } },
    "when.over_per_day invalid_value",
  ],
  [{ when: { resources: ["rows"], fields: ["data.amount", "Amount"] } }, "when.fields.1 invalid_value"],
  [
    { when: { resources: ["rows"], fields: ["data.Amount", "data."] } },
    ...["when.fields.0 invalid_value", "when.fields.1 invalid_value"],
  ],
  [
    { when: { resources: ["contacts", "tasks"], fields: ["status", "data.amount"] } },
    "when.fields.1 invalid_value",
  ],
  [{ when: { fields: ["nothing"] } }, "when.fields.0 invalid_value"],
  [
    { when: { resources: ["rows"], fields: ["data.a"], ops: ["update", "delete"] } },
    "when.ops invalid_value",
  ],
  [{ when: { resources: ["rows"], fields: ["version"] } }, "when.fields.0 invalid_value"],
  [{ outcome: "queue", approvers: {} }, "approvers required"],
  [{ outcome: "queue", approvers: { roles: [], members: [] } }, "approvers required"],
  [{ outcome: "queue", approvers: { roles: ["viewer"] } }, "approvers.roles.0 invalid_value"],
  [{ outcome: "queue", needed: 11 }, "needed too_large"],
  [{ outcome: "queue", timeout_hours: 337 }, "timeout_hours too_large"],
  [{ needed: 1, allow_self: false }, "needed not_allowed", "allow_self not_allowed"],
];
for (const [body, ...faults] of bad)
  test(`${JSON.stringify(body).slice(0, 100)} is refused at its place`, async () => {
    const refused = await create(caller, body);
    assert.deepEqual(faultsOf(refused), [422, ...faults]);
    assert.deepEqual(await list(caller), []);
  });

test("a refused field names what would be right (rules.fields)", async () => {
  const messageOf = async (when: object) => {
    const { errors } = (await create(caller, { when })).body as { errors: { message: string }[] };
    return errors[0]?.message;
  };
  assert.equal(
    await messageOf({ resources: ["rows"], fields: ["Amount"] }),
    '"Amount" is not a field of rows. A cell of a row is data.<column>, with the name of the column, such as data.amount.',
  );
  assert.equal(
    await messageOf({ resources: ["contacts"], fields: ["lastname"] }),
    '"lastname" is not a field of contacts. Did you mean last_name?',
  );
  assert.equal(
    await messageOf({ resources: ["bases"], fields: ["price"] }),
    '"price" is not a field of bases. Use one of these: block_count, description, name.',
  );
});

test("every condition is taken, its ids in lower case and no value twice", async () => {
  const { id: token } = await auth.mint({ team: slug, type: "service" });
  const table = randomUUID();
  const when = {
    doors: ["mcp", "console"],
    actor_types: ["human", "service"],
    client_ids: ["https://app.example/client"],
    ops: ["create", "update"],
    fields: ["total", "status"],
    operations: { gte: 2 },
    amount: { ...EUR, gte: 1, lte: 1 },
    recipients: { lte: 0 },
    reversible: false,
    over_per_day: limits[1],
  };
  const rule = await made(caller, {
    when: {
      ...when,
      ...{ token_ids: [token.toUpperCase(), token], table_ids: [table.toUpperCase()] },
      resources: ["invoices", "quotes", "invoices"],
    },
  });
  const lists = { token_ids: [token], table_ids: [table], resources: ["invoices", "quotes"] };
  assert.deepEqual(rule.when, { ...when, ...lists });
  await made(caller, { name: "Day", when: { over_per_day: limits[0], resources: ["consents", "messages"] } });
});

test("a token or connected app that is not the team's is 422 at its place; one that was there stays", async () => {
  const { id: own } = await auth.mint({ team: slug, type: "service" });
  const { id: foreign } = await auth.mint({ team: await auth.newTeam(), type: "service" });
  for (const id of [foreign, randomUUID()])
    assert.deepEqual(faultsOf(await create(caller, { when: { token_ids: [own, id] } })), [
      422,
      "when.token_ids.1 not_found",
    ]);
  const { id } = await made(caller, { when: { token_ids: [own] } });
  await auth.sql("delete from auth.tokens where id = $1", [own]);
  assert.equal((await patch(caller, id, { when: { token_ids: [own], ops: ["create"] } })).status, 200);
});

test("approvers are active members, and never viewers", async () => {
  const approvers = async (member: string) =>
    faultsOf(await create(caller, { outcome: "queue", approvers: { members: [member] } }));
  const viewer = await signedIn("viewer");
  assert.deepEqual(await approvers(viewer.member_id ?? ""), [422, "approvers.members.0 not_allowed"]);
  const suspended = (await signedIn("member")).member_id ?? "";
  await auth.sql("update auth.members set suspended_at = now() where id = $1", [suspended]);
  for (const id of [suspended, randomUUID(), await auth.memberOf(await auth.newTeam())])
    assert.deepEqual(await approvers(id), [422, "approvers.members.0 not_found"]);
  const member = await signedIn("member");
  const rule = await made(caller, { outcome: "queue", approvers: { members: [member.member_id] } });
  assert.deepEqual(rule.approvers, { roles: [], members: [member.member_id] });
});

test("a rule needs at most as many approvals as it has active approvers, each counted once", async () => {
  const [member, other] = [await signedIn("member"), await signedIn("member")];
  await signedIn("viewer");
  const needing = (needed: number, approvers: object) =>
    create(caller, { outcome: "queue", needed, approvers });
  const named = { roles: ["member"], members: [member.member_id, caller.member_id] };
  assert.deepEqual(faultsOf(await needing(4, named)), [422, "needed too_large"]);
  const reply = await needing(3, named);
  assert.equal(reply.status, 201);
  // The owner and the admin.
  assert.equal((await needing(3, { roles: ["owner", "admin"] })).status, 422);
  await auth.sql("update auth.members set suspended_at = now() where id = $1", [other.member_id]);
  const { id } = reply.body as { id: string };
  assert.equal((await patch(caller, id, { message: "Ask Ada." })).status, 200);
  assert.deepEqual(faultsOf(await patch(caller, id, { approvers: { roles: ["member", "admin"] } })), [
    422,
    "needed too_large",
  ]);
});
