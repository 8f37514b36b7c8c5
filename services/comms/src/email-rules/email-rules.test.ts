import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testComms } from "../testing/test-comms.ts";
import { emailRules } from "./email-rule.ts";

const { database, door, absent } = await testComms();

const match = { any: [{ field: "subject", op: "contains", value: "invoice" }] };
const actions = [{ type: "tag_contact", tag: "invoices" }];
const rule = { name: "Invoices", match, actions };
const create = (caller: Caller, body: object) => door.call("CreateEmailRule", { caller, body });
const remove = (caller: Caller, email_rule_id: string) =>
  door.call("DeleteEmailRule", { caller, path: { email_rule_id } });
const undo = (caller: Caller, reply: TestReply) => {
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  return door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
};
const listed = async (caller: Caller, query = "") =>
  ((await door.call("ListEmailRules", { caller, query })).body.email_rules as { name: string }[]).map(
    ({ name }) => name,
  );
/** Field and code of each error, in order. */
const refusals = ({ status, body }: TestReply) => {
  assert.equal(status, 422, JSON.stringify(body));
  return (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
};

describeResource(emailRules, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  given: () =>
    Promise.resolve({
      name: ["One", "Two"],
      // A name that is taken is replaced; the list by it has a test of its own.
      enabled: [true, true],
      match: [match, { all: match.any }],
      actions: [actions, [{ type: "notify", member_id: randomUUID() }]],
    }),
  isFlaggedDeleted: true,
  hasOwnOrder: true,
});

test("a POST of a known name replaces the rule: same id, a version more, defaults for what is left out", async () => {
  const caller = testCaller();
  const first = await create(caller, { ...rule, enabled: false, priority: 7, stop: true });
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const second = await create(caller, { ...rule, match: { all: match.any } });
  assert.deepEqual([second.status, second.body.id, second.body.version], [200, first.body.id, 2]);
  const { enabled, priority, stop, match: asked } = second.body;
  assert.deepEqual([enabled, priority, stop, asked], [true, 100, false, { all: match.any }]);
  assert.equal((await create(caller, { ...rule, name: "invoices" })).status, 201, "case tells names apart");
  assert.equal((await undo(caller, second)).status, 200);
  const path = { email_rule_id: first.body.id as string };
  const { body: back } = await door.call("GetEmailRule", { caller, path });
  assert.deepEqual([back.enabled, back.priority, back.stop, back.match], [false, 7, true, match]);
  const stale = await create(caller, rule);
  assert.equal(stale.status, 200);
});

test("twenty at once with one name make one rule", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, priority) => create(caller, { ...rule, priority })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array<number>(19).fill(200), 201]);
  assert.equal(new Set(replies.map(({ body }) => body.id as string)).size, 1);
  assert.deepEqual(await listed(caller), ["Invoices"]);
});

test("rules are listed in the order in which mail meets them, or as it is asked", async () => {
  const caller = testCaller();
  for (const [name, priority] of [
    ["c", 100],
    ["b", 100],
    ["a", 200],
    ["d", 0],
  ] as const)
    assert.equal((await create(caller, { ...rule, name, priority, enabled: name !== "b" })).status, 201);
  assert.deepEqual(await listed(caller), ["d", "b", "c", "a"]);
  assert.deepEqual(await listed(caller, "sort=name:desc"), ["d", "c", "b", "a"]);
  assert.deepEqual(await listed(caller, "enabled=false"), ["b"]);
  const { body } = await door.call("ListEmailRules", { caller, query: "limit=3" });
  assert.deepEqual(await listed(caller, `limit=3&cursor=${String(body.next_cursor)}`), ["a"]);
});

test("what a rule asks is refused where it cannot be asked, all faults at once", async () => {
  const caller = testCaller();
  const of = (all: object[]) => create(caller, { ...rule, match: { all } });
  assert.deepEqual(refusals(await create(caller, { ...rule, match: {} })), [
    "match.all required",
    "match.any required",
  ]);
  assert.deepEqual(refusals(await create(caller, { ...rule, match: { all: match.any, any: match.any } })), [
    "match.all not_allowed",
    "match.any not_allowed",
  ]);
  assert.deepEqual(
    refusals(
      await of([
        { field: "subject", op: "eq", value: 7 },
        { field: "subject", op: "in", value: "x" },
        { field: "subject", op: "nin", value: [] },
        { field: "subject", op: "contains", value: "" },
        { field: "subject", op: "contains", value: "x".repeat(1_001) },
        { field: "subject", op: "in", value: Array<string>(101).fill("x") },
        { field: "has_attachment", op: "neq", value: true },
        { field: "has_attachment", op: "eq", value: "true" },
      ]),
    ),
    [0, 1, 2, 3, 4, 5, 6, 7].map((at) => `match.all.${at}.${at === 6 ? "op" : "value"} invalid_value`),
  );
  assert.deepEqual(refusals(await of([{ field: "header", op: "matches", value: "x" }])), [
    "match.all.0.field invalid_value",
    "match.all.0.op invalid_value",
  ]);
  assert.deepEqual(refusals(await of([{ value: "x", nope: 1, ["__proto__x"]: 1 }])), [
    "match.all.0.nope unknown_field",
    "match.all.0.__proto__x unknown_field",
    "match.all.0.field required",
    "match.all.0.op required",
  ]);
  assert.equal((await of(Array<object>(21).fill(match.any[0] ?? {}))).status, 422);
  assert.deepEqual(await listed(caller), []);
});

test("an action has the members of its type, its Liquid is read, and what it names is there", async () => {
  const caller = testCaller();
  const of = (...given: object[]) => create(caller, { ...rule, actions: given });
  const [table_id, member_id] = [randomUUID(), randomUUID()];
  assert.deepEqual(
    refusals(
      await of(
        { type: "tag_contact" },
        { type: "tag_contact", tag: "x", text: "x" },
        { type: "create_row", table_id, data: { a: "{{ message.subject", b: ["{% nope %}"] } },
        { type: "create_row", tag: "x" },
        { type: "notify" },
        { type: "start_workflow", workflow_id: randomUUID() },
      ),
    ),
    [
      "actions.0.tag required",
      "actions.1.text not_allowed",
      "actions.2.data.a template_invalid",
      "actions.2.data.b.0 template_invalid",
      "actions.3.tag not_allowed",
      "actions.3.table_id required",
      "actions.3.data required",
      "actions.4.member_id required",
      "actions.5.type not_supported",
    ],
  );
  const reads = {
    ...{
      a: "{{ message.nope }}",
      b: "{% if message.x %}{{ subject }}{% endif %}",
      c: "{{ message.__proto__ }}",
    },
    d: "{% for one in message.text %}{{ one.more }}{% assign b = message.to %}{{ b }}{% endfor %}",
  };
  assert.deepEqual(refusals(await of({ type: "tag_contact", tag: " " })), ["actions.0.tag required"]);
  const unknown = await of({ type: "create_row", table_id, data: reads });
  assert.deepEqual(
    (unknown.body.errors as { field: string; code: string; message: string }[]).map(
      ({ field, code, message }) => `${field} ${code} ${message}`,
    ),
    [
      "actions.0.data.a template_invalid message.nope is not a field of a message. Correct it, or remove it.",
      "actions.0.data.b template_invalid message.x is not a field of a message. Correct it, or remove it.",
      "actions.0.data.b template_invalid subject is not a field of a message. Correct it, or remove it.",
      "actions.0.data.c template_invalid message.__proto__ is not a field of a message. Correct it, or remove it.",
    ],
  );
  const good = [
    { type: "create_row", table_id, data: { name: "{{ message.subject }}", n: 1, d: reads.d } },
    { type: "notify", member_id, text: "Look." },
  ];
  absent.add(table_id).add(member_id);
  assert.deepEqual(refusals(await of(...good)), [
    "actions.0.table_id not_found",
    "actions.1.member_id not_found",
  ]);
  absent.clear();
  assert.deepEqual((await of(...good)).body.actions, good);
});

test("a person's rule is a proposal, also where a rule is replaced", async () => {
  const caller = testCaller();
  assert.equal((await create(caller, rule)).status, 201);
  const person = (role: "member" | "admin") => {
    const one = human(caller.team_id, role);
    return { ...one, team: { ...one.team, modules: { comms: true } } };
  };
  const proposed = await create(person("member"), { ...rule, priority: 1 });
  assert.deepEqual([proposed.status, proposed.body.queued], [202, true]);
  const path = { changeset_id: proposed.body.changeset_id as string };
  const approved = await door.call("ApproveChangeset", { caller: person("admin"), path, body: {} });
  assert.deepEqual(
    [approved.status, approved.body.result?.priority],
    [200, 1],
    JSON.stringify(approved.body),
  );
});

test("a deleted rule comes back by an undo unless its name was taken meanwhile", async () => {
  const caller = testCaller();
  const { body: first } = await create(caller, rule);
  const deletion = await remove(caller, first.id);
  const { body: other } = await create(caller, rule);
  const refused = await undo(caller, deletion);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  await remove(caller, other.id);
  assert.equal((await undo(caller, deletion)).status, 200);
  assert.equal((await create(testCaller(), rule)).status, 201, "another team has names of its own");
});
