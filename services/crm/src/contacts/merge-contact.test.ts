import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller, type TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();

const create = async (caller: Caller, body: object): Promise<string> => {
  const reply = await door.call("CreateContact", { caller, body });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const read = async (caller: Caller, contact_id: string) =>
  (await door.call("GetContact", { caller, path: { contact_id } })).body;
const merge = (caller: Caller, contact_id: string, source_id: unknown, more = {}, headers = {}) =>
  door.call("MergeContact", { caller, path: { contact_id }, body: { source_id, ...more }, headers });
const undo = (caller: Caller, reply: TestReply) => {
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  return door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
};
const restore = (caller: Caller, contact_id: string) =>
  door.call("UpdateContact", { caller, path: { contact_id }, body: { archived: false } });
const archive = (caller: Caller, contact_id: string) =>
  door.call("ArchiveContact", { caller, path: { contact_id } });
const refusal = ({ status, body }: TestReply) => [
  status,
  body.code,
  body.errors?.[0].field,
  body.errors?.[0].code,
];

test("empty members are filled, lists united, and the source is archived and names the target", async () => {
  const caller = testCaller();
  const target = await create(caller, {
    first_name: "Ada",
    email: "ada@x.test",
    tags: ["a"],
    custom: { k: 1 },
  });
  const source = await create(caller, {
    ...{ first_name: "Augusta", last_name: "King", email: "king@x.test", phone: "+14155550100", notes: "N" },
    ...{ tags: ["b", "a"], additional_emails: ["ADA@x.test"], external_id: "crm-7", custom: { k: 2, l: 3 } },
  });
  const reply = await merge(caller, target, source);
  assert.deepEqual([reply.status, reply.headers.etag], [200, '"2"']);
  const { body } = reply;
  assert.deepEqual(await read(caller, target), body);
  assert.deepEqual(
    [body.first_name, body.last_name, body.display_name, body.email, body.phone, body.notes],
    ["Ada", "King", "Ada King", "ada@x.test", "+14155550100", "N"],
  );
  assert.deepEqual(
    [body.additional_emails, body.tags, body.custom],
    [["king@x.test"], ["a", "b"], { k: 1, l: 3 }],
  );
  assert.deepEqual([body.external_id, body.merged_into, body.archived_at], ["crm-7", null, null]);
  const gone = await read(caller, source);
  assert.deepEqual([gone.merged_into, gone.external_id, gone.email], [target, null, "king@x.test"]);
  assert.equal(typeof gone.archived_at, "string");
});

test("the source's values stay where they are preferred; what gives way is kept beside", async () => {
  const caller = testCaller();
  const target = await create(caller, {
    ...{
      display_name: "Mine",
      first_name: "Ada",
      email: "ada@x.test",
      phone: "+14155550100",
      external_id: "t",
    },
    additional_emails: ["king@X.test"],
  });
  const source = await create(caller, {
    first_name: "B",
    email: "king@x.test",
    phone: "+14155550101",
    external_id: "s",
  });
  const { status, body } = await merge(caller, target, source, { prefer: "source" });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.display_name, body.first_name, body.email], ["Mine", "B", "king@x.test"]);
  assert.deepEqual([body.additional_emails, body.additional_phones], [["ada@x.test"], ["+14155550100"]]);
  assert.deepEqual([body.external_id, (await read(caller, source)).external_id], ["t", "s"]);
});

test("it is one changeset with both contacts and the tasks that move, and an undo brings all back", async () => {
  const caller = testCaller();
  const target = await create(caller, { first_name: "A" });
  const source = await create(caller, { first_name: "B", email: "b@x.test", external_id: "e" });
  const task = (await door.call("CreateTask", { caller, body: { title: "Call", contact_id: source } })).body;
  const before = [await read(caller, target), await read(caller, source)];
  const reply = await merge(caller, target, source);
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  const { operations } = (await door.call("GetChangeset", { caller, path })).body;
  assert.deepEqual(
    operations.map(({ resource, id, op }: Record<string, string>) => [resource, id, op]).sort(),
    [
      ["contacts", source, "delete"],
      ["contacts", target, "update"],
      ["tasks", task.id, "update"],
    ].sort(),
  );
  const taskNow = async () =>
    (await door.call("GetTask", { caller, path: { task_id: task.id } })).body.contact_id;
  assert.equal(await taskNow(), target);
  const undone = await undo(caller, reply);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.equal(await taskNow(), source);
  const facts = (await stored(caller.team_id)).events.filter(({ type }) => type === "contact.merged");
  assert.deepEqual(
    facts.map(({ data }) => data),
    [
      { merged_into: target, version: 2 },
      { merged_into: null, version: 3 },
    ],
  );
  const still = (contact: object) => ({ ...contact, version: 0, updated_at: "" });
  assert.deepEqual([await read(caller, target), await read(caller, source)].map(still), before.map(still));
});

test("events tell of the source, and of the target where it changes; an unchanged target keeps its version", async () => {
  const caller = testCaller();
  const target = await create(caller, { first_name: "A", last_name: "L" });
  const source = await create(caller, { first_name: "B", external_id: "e" });
  const full = await create(caller, { first_name: "C" });
  assert.equal((await merge(caller, target, full)).headers.etag, '"1"');
  await merge(caller, target, source);
  const { events } = await stored(caller.team_id);
  const updates = events.filter(({ type }) => type === "contact.updated");
  const told = updates.map(({ type, data }) => [type, data.object["id"], data.previous]);
  assert.deepEqual(told, [
    ["contact.updated", full, { archived_at: null, merged_into: null }],
    ["contact.updated", source, { archived_at: null, merged_into: null, external_id: "e" }],
    ["contact.updated", target, { external_id: null }],
  ]);
  const facts = events.filter(({ type }) => type === "contact.merged");
  assert.deepEqual(
    facts.map(({ data }) => data),
    [
      { merged_into: target, version: 2 },
      { merged_into: target, version: 2 },
    ],
  );
});

test("a restored source has forgotten the merge, unless its address was taken", async () => {
  const caller = testCaller();
  const target = await create(caller, { first_name: "A" });
  const source = await create(caller, { email: "b@x.test" });
  await merge(caller, target, source);
  const refused = await restore(caller, source);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.existing_id],
    [409, "contact_exists", target],
  );
  await door.call("UpdateContact", { caller, path: { contact_id: target }, body: { email: null } });
  const { status, body } = await restore(caller, source);
  assert.deepEqual([status, body.merged_into, body.archived_at], [200, null, null]);
  const [told, fact] = (await stored(caller.team_id)).events.slice(-2).map(({ data }) => data);
  assert.deepEqual(fact, { merged_into: null, version: 3 });
  const previous = told?.previous;
  assert.deepEqual(
    [Object.keys(previous ?? {}).sort(), previous?.["merged_into"]],
    [["archived_at", "merged_into"], target],
  );
});

test("with itself, an absent, a foreign, an archived or a malformed source it is 422 at source_id, and nothing is done", async () => {
  const caller = testCaller();
  const target = await create(caller, { first_name: "A" });
  const gone = await create(caller, { first_name: "B" });
  await archive(caller, gone);
  const foreign = await create(testCaller(), { first_name: "F" });
  for (const id of [gone, foreign, randomUUID()])
    assert.deepEqual(refusal(await merge(caller, target, id)), [
      422,
      "validation_failed",
      "source_id",
      "not_found",
    ]);
  for (const id of [target, target.toUpperCase()])
    assert.deepEqual(refusal(await merge(caller, target, id)), [
      422,
      "validation_failed",
      "source_id",
      "invalid",
    ]);
  for (const body of [
    {},
    { source_id: null },
    { source_id: "x" },
    { source_id: [gone] },
    { source_id: "" },
  ]) {
    const reply = await door.call("MergeContact", { caller, path: { contact_id: target }, body });
    assert.deepEqual(
      refusal(reply).slice(0, 3),
      [422, "validation_failed", "source_id"],
      JSON.stringify(body),
    );
  }
  const bad = await merge(caller, target, foreign, { prefer: "newest", more: 1 });
  assert.deepEqual([bad.status, bad.body.errors.length], [422, 2]);
  assert.deepEqual((await stored(caller.team_id)).changes, ["create", "create", "delete"]);
});

test("an absent or foreign target is 404, an archived one 409, another version 412", async () => {
  const caller = testCaller();
  const [a, b] = [await create(caller, { first_name: "A" }), await create(caller, { first_name: "B" })];
  for (const id of [randomUUID(), await create(testCaller(), { first_name: "F" }), "17"])
    assert.equal((await merge(caller, id, b)).status, 404, id);
  const stale = await merge(caller, a, b, {}, { "if-match": '"7"' });
  assert.deepEqual([stale.status, stale.body.current_version], [412, 1]);
  await archive(caller, a);
  const refused = await merge(caller, a, b);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.from],
    [409, "invalid_state_transition", "archived"],
  );
  assert.equal((await read(caller, b)).archived_at, null);
});

test("more than a contact holds is 422 limit_reached with every such member, and nothing is done", async () => {
  const caller = testCaller();
  const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);
  const full = (name: string) => ({
    email: `${name}@x.test`,
    additional_emails: many(name, 6).map((text) => `${text}@x.test`),
    tags: many(name, 26),
    custom: Object.fromEntries(many(name, 51).map((key) => [key, 1])),
  });
  const [a, b] = [await create(caller, full("a")), await create(caller, full("b"))];
  const { status, body } = await merge(caller, a, b);
  const fields = body.errors.map(({ field }: { field: string }) => field);
  assert.deepEqual(
    [status, body.code, fields],
    [422, "limit_reached", ["additional_emails", "tags", "custom"]],
  );
  assert.deepEqual([(await read(caller, a)).version, (await read(caller, b)).version], [1, 1]);
});

test("a circle cannot be made: what is merged takes nothing in", async () => {
  const caller = testCaller();
  const [a, b, c] = [
    await create(caller, { first_name: "A" }),
    await create(caller, { first_name: "B" }),
    await create(caller, { first_name: "C" }),
  ];
  assert.equal((await merge(caller, b, a)).status, 200);
  assert.equal((await merge(caller, c, b)).status, 200);
  assert.equal((await merge(caller, a, c)).status, 409);
  assert.equal((await merge(caller, b, c)).status, 409);
});

test("a person's merge is a proposal that previews both, and does what is there when it is approved", async () => {
  const caller = testCaller();
  const [a, b] = [await create(caller, { first_name: "A" }), await create(caller, { email: "b@x.test" })];
  const queued = await merge(human(caller.team_id, "member"), a, b);
  assert.equal(queued.status, 202, JSON.stringify(queued.body));
  const ids = queued.body.preview.map(({ id, op }: { id: string; op: string }) => `${op} ${id}`);
  assert.deepEqual(ids.sort(), [`delete ${b}`, `update ${a}`].sort());
  assert.equal((await read(caller, b)).archived_at, null);
  const path = { changeset_id: queued.body.changeset_id };
  const admin = human(caller.team_id, "admin");
  const approved = await door.call("ApproveChangeset", { caller: admin, path, body: {} });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal((await read(caller, b)).merged_into, a);
});
