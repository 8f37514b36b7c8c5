import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { CHANGED_HEADER, readChanged } from "@jst/rpc";
import { testCaller, type TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { email, testForms } from "../testing/test-forms.ts";
import { person } from "../testing/test-people.ts";

const crm = await testCrm();
const { door, stored, breakOutbox } = crm;
const { newForm, submit, patchForm: patch } = testForms(crm);

const formOf = async (caller: Caller, slug: string) =>
  (await door.call("GetForm", { caller, path: { slug } })).body;
const contactOf = async (caller: Caller, contact_id: string) =>
  (await door.call("GetContact", { caller, path: { contact_id } })).body;
const newContact = async (caller: Caller, body: object): Promise<string> =>
  (await door.call("CreateContact", { caller, body })).body.id as string;
const refusal = ({ status, body }: TestReply) => [status, body.code, body.reason];
const faults = ({ status, body }: TestReply): string[] => {
  assert.deepEqual([status, body.code], [422, "validation_failed"], JSON.stringify(body));
  return (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
};

test("a submission is stored with its contact and both events, in this order", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const sent = {
    data: { email: " ada@x.test", name: "Ada", size: "M" },
    source: "booth",
    metadata: { page: "7" },
  };
  const reply = await submit(caller, slug, sent);
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { id, form_id, contact_id, submitted_at, ...rest } = reply.body;
  assert.equal((await formOf(caller, slug)).id, form_id);
  assert.deepEqual(rest, {
    form_version: 1,
    data: { email: "ada@x.test", name: "Ada", size: "M" },
    source: "booth",
    metadata: { page: "7" },
    created_by: { type: "service", id: caller.token_id },
  });
  assert.ok(reply.headers.location?.endsWith(`/api/v1/forms/${slug}/submissions/${id}`));
  assert.match(submitted_at, /Z$/);
  const contact = await contactOf(caller, contact_id);
  assert.deepEqual(
    [contact.email, contact.first_name, contact.custom, contact.source],
    ["ada@x.test", "Ada", { size: "M" }, "form"],
  );
  const { events } = await stored(caller.team_id);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["contact.created", "form.submitted", "address.given"],
  );
  assert.deepEqual(events[1]?.data.object, reply.body);
  const form = await formOf(caller, slug);
  assert.deepEqual([form.submission_count, form.version], [1, 1]);
});

test("a body without an object as data is the answers themselves, and lacks the members beside them", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const bare = await submit(caller, slug, { email: "ada@x.test" });
  assert.deepEqual([bare.status, bare.body.data, bare.body.source], [201, { email: "ada@x.test" }, "api"]);
  assert.deepEqual((await submit(caller, slug, {})).body.data, {});
  const asked: [body: unknown, fields: string[]][] = [
    [{ name: "Ada", source: "x" }, ["data.source unknown_field"]],
    [{ data: null }, ["data.data unknown_field"]],
    [{ data: ["x"] }, ["data.data unknown_field"]],
    [{ data: { name: 7 } }, ["data.name type_mismatch"]],
    [{ data: {}, moon: 1 }, ["moon unknown_field"]],
    [{ data: {}, contact_id: null }, ["contact_id invalid_type"]],
    [{ data: {}, metadata: { a: 1 } }, ["metadata.a invalid_value"]],
    [{ data: { other: 1, size: "XL" } }, ["data.other unknown_field", "data.size invalid_option"]],
  ];
  for (const [body, fields] of asked)
    assert.deepEqual(faults(await submit(caller, slug, body)), fields, JSON.stringify(body));
  assert.equal((await submit(caller, slug, [])).status, 422);
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, "x"]));
  assert.equal((await submit(caller, slug, many)).body.errors.length, 100);
  assert.equal((await formOf(caller, slug)).submission_count, 2);
});

test("a form that is not open says why; an unknown or another team's is not found", async () => {
  const caller = testCaller();
  const draft = await newForm(caller, { status: "draft" });
  const reasons: [form: string, reason: string][] = [[draft, "not_published"]];
  const settings: [object, string][] = [
    [{ opens_at: "2999-01-01T00:00:00Z" }, "not_open"],
    [{ closes_at: "2020-01-01T00:00:00Z" }, "ended"],
  ];
  for (const [given, reason] of settings) reasons.push([await newForm(caller, { settings: given }), reason]);
  for (const status of ["closed", "archived"]) {
    const slug = await newForm(caller);
    await patch(caller, slug, { status });
    reasons.push([slug, "ended"]);
  }
  const full = await newForm(caller, { settings: { max_submissions: 1 } });
  await submit(caller, full, {});
  reasons.push([full, "full"]);
  // The state of the form is checked before the answers.
  for (const [slug, reason] of reasons)
    assert.deepEqual(
      refusal(await submit(caller, slug, { nothing: 1 })),
      [422, "form_closed", reason],
      reason,
    );
  await patch(caller, full, { settings: { max_submissions: null } });
  assert.equal((await submit(caller, full, {})).status, 201);
  for (const slug of ["nothing", randomUUID()]) assert.equal((await submit(caller, slug, {})).status, 404);
  assert.equal((await submit(testCaller(), full, {})).status, 404);
});

test("a contact is matched by its e-mail address, and only its empty members are filled", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const known = await newContact(caller, { email: "Ada@X.test", custom: { size: "L", other: 1 } });
  const { body } = await submit(caller, slug, { email: "ada@x.TEST", name: "Ada", size: "S" });
  assert.equal(body.contact_id, known);
  const contact = await contactOf(caller, known);
  assert.deepEqual(
    [contact.email, contact.first_name, contact.custom, contact.version],
    ["Ada@X.test", "Ada", { size: "L", other: 1 }, 2],
  );
  // Without anything to fill, there is no write and no event.
  const again = await submit(caller, slug, { email: "ada@x.test", name: "Eve" });
  assert.deepEqual([again.body.contact_id, (await contactOf(caller, known)).version], [known, 2]);
  const types = (await stored(caller.team_id)).events.map(({ type }) => type);
  const submitted = ["form.submitted", "address.given"];
  assert.deepEqual(types, ["contact.created", "contact.updated", ...submitted, ...submitted]);
  const named = await newContact(caller, { first_name: "B" });
  const given = await submit(caller, slug, { data: { email: "ada@x.test", name: "C" }, contact_id: named });
  const second = await contactOf(caller, named);
  assert.deepEqual(
    [given.body.contact_id, second.email, second.first_name, second.version],
    [named, null, "B", 1],
  );
  await door.call("ArchiveContact", { caller, path: { contact_id: known } });
  assert.notEqual((await submit(caller, slug, { email: "ada@x.test" })).body.contact_id, known);
  assert.equal((await submit(caller, slug, { size: "S" })).body.contact_id, null);
  const nameless = await submit(caller, slug, { name: "Ada" });
  assert.notEqual(nameless.body.contact_id, (await submit(caller, slug, { name: "Ada" })).body.contact_id);
});

test("who submits is said by service tokens alone, and is a live contact of the team", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const gone = await newContact(caller, { first_name: "A" });
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  const foreign = await newContact(testCaller(), { first_name: "F" });
  for (const contact_id of [gone, foreign, randomUUID()])
    assert.deepEqual(faults(await submit(caller, slug, { data: {}, contact_id })), ["contact_id not_found"]);
  const member = person(caller.team_id, "member");
  const own = await newContact(caller, { first_name: "B" });
  assert.deepEqual(faults(await submit(member, slug, { data: { size: "XL" }, contact_id: own })), [
    "data.size invalid_option",
    "contact_id not_allowed",
  ]);
});

test("single submission by e-mail is passed by no case, form of letters, blank, omission or null", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { settings: { single_submission_by: "email" } });
  for (const data of [{}, { email: null }, { email: "" }, { email: " \u200b" }, { name: "Ada" }])
    assert.deepEqual(
      faults(await submit(caller, slug, { data })),
      ["data.email required"],
      JSON.stringify(data),
    );
  assert.equal((await submit(caller, slug, { email: "ada@éx.test" })).status, 201);
  for (const same of ["ADA@ÉX.TEST", " ada@éx.test ", "ada@e\u0301x.test", "ａｄａ@éx.test"])
    assert.deepEqual(
      refusal(await submit(caller, slug, { email: same })).slice(0, 2),
      [422, "form_already_submitted"],
      same,
    );
  assert.equal((await submit(caller, slug, { email: "ada@y.test" })).status, 201);
  // Submissions before the setting count, whatever the field's name was then.
  const open = await newForm(caller);
  await submit(caller, open, { email: "bob@x.test" });
  const fields = [{ ...email, id: "address" }];
  await patch(caller, open, { fields, settings: { single_submission_by: "email" } });
  assert.equal((await submit(caller, open, { address: "BOB@x.test" })).body.code, "form_already_submitted");
});

test("single submission by contact counts the named, the matched and the made one, and needs one", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { settings: { single_submission_by: "contact" } });
  assert.deepEqual(faults(await submit(caller, slug, { size: "S" })), ["contact_id required"]);
  const made = await submit(caller, slug, { email: "ada@x.test" });
  assert.equal(made.status, 201);
  for (const body of [{ email: "Ada@x.test" }, { data: { size: "S" }, contact_id: made.body.contact_id }])
    assert.equal((await submit(caller, slug, body)).body.code, "form_already_submitted");
  assert.equal((await formOf(caller, slug)).submission_count, 1);
});

test("a submission cannot be undone, and with it nothing of its changeset; a merged contact takes it along", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const admin = person(caller.team_id, "admin");
  const undo = (reply: TestReply, force = false) =>
    door.call("UndoChangeset", {
      caller: admin,
      path: { changeset_id: reply.headers["x-changeset-id"] ?? "" },
      body: { force },
    });
  const reply = await submit(caller, slug, { email: "ada@x.test" });
  for (const force of [false, true]) assert.equal((await undo(reply, force)).body.code, "not_undoable");
  const source_id = reply.body.contact_id as string;
  const target = await newContact(caller, { first_name: "B" });
  const path = { slug, submission_id: reply.body.id as string };
  const contactNow = async () => (await door.call("GetSubmission", { caller, path })).body.contact_id;
  const merged = await door.call("MergeContact", {
    caller,
    path: { contact_id: target },
    body: { source_id },
  });
  assert.deepEqual([merged.status, await contactNow()], [200, target]);
  assert.deepEqual([(await undo(merged)).status, await contactNow()], [200, source_id]);
});

test("what a person submits is a proposal that takes no place, and is judged again when it is approved", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { settings: { max_submissions: 1 } });
  const [member, admin] = [person(caller.team_id, "member"), person(caller.team_id, "admin")];
  const queued = [
    await submit(member, slug, { email: "a@x.test" }),
    await submit(member, slug, { email: "b@x.test" }),
  ];
  for (const { status, body } of queued) {
    assert.equal(status, 202, JSON.stringify(body));
    const shown = (body.preview as { resource: string; op: string }[]).map(
      ({ resource, op }) => `${resource} ${op}`,
    );
    assert.deepEqual(shown.sort(), ["contacts create", "submissions create"]);
  }
  assert.equal((await formOf(caller, slug)).submission_count, 0);
  const approve = ({ body }: TestReply) =>
    door.call("ApproveChangeset", { caller: admin, path: { changeset_id: body.changeset_id as string } });
  const [first, second] = queued;
  assert.ok(first && second);
  assert.equal((await approve(first)).status, 200);
  assert.deepEqual(refusal(await approve(second)).slice(0, 2), [422, "form_closed"]);
  const { submissions } = (await door.call("ListSubmissions", { caller, path: { slug } })).body;
  assert.deepEqual(
    submissions.map(({ data, created_by }: Record<string, unknown>) => [data, created_by]),
    [[{ email: "a@x.test" }, { type: "human", id: member.member_id }]],
  );
});

test("without its event nothing of a submission is stored; repeated with its key it is stored once", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  await breakOutbox(async () => {
    assert.equal((await submit(caller, slug, { email: "ada@x.test" })).status, 500);
  });
  const { contacts, events } = await stored(caller.team_id);
  assert.deepEqual([contacts, events.length, (await formOf(caller, slug)).submission_count], [0, 0, 0]);
  const headers = { "idempotency-key": "once" };
  const first = await submit(caller, slug, { email: "ada@x.test" }, headers);
  const again = await submit(caller, slug, { email: "ada@x.test" }, headers);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal((await formOf(caller, slug)).submission_count, 1);
});

test("the door of an agent is told of the contact that was made or completed, and nobody else is", async () => {
  const agent = testCaller({ door: "actions" });
  const slug = await newForm(agent);
  const changed = async (caller: Caller, body: object) => {
    const { status, headers, body: stored } = await submit(caller, slug, body);
    assert.equal(status, 201);
    const told = readChanged(headers[CHANGED_HEADER]);
    for (const { resource, id } of told) assert.deepEqual([resource, id], ["contacts", stored.contact_id]);
    return told.map(({ op }) => op);
  };
  assert.deepEqual(await changed(agent, { email: "a@example.com" }), ["create"]);
  assert.deepEqual(await changed(agent, { email: "A@example.com", name: "Ada" }), ["update"]);
  assert.deepEqual(await changed(agent, { email: "a@example.com", name: "Eve" }), []);
  assert.deepEqual(await changed(agent, {}), []);
  assert.deepEqual(await changed({ ...agent, door: "rest" }, { email: "b@example.com" }), []);
});
