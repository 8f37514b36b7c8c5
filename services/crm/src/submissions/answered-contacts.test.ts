import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";
import { person } from "../testing/test-people.ts";

const crm = await testCrm();
const { door, stored } = crm;
const { newForm, submit } = testForms(crm);

const newContact = async (caller: Caller, body: object): Promise<string> =>
  (await door.call("CreateContact", { caller, body })).body.id as string;
const read = async (caller: Caller, contact_id: string) =>
  (await door.call("GetContact", { caller, path: { contact_id } })).body;

test("an additional address identifies its contact, and the primary one of another wins", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const other = await newContact(caller, { first_name: "B", additional_emails: ["ada@x.test"] });
  const { body } = await submit(caller, slug, { email: "Ada@x.test" });
  assert.equal(body.contact_id, other);
  assert.equal((await read(caller, other)).version, 1);
  const primary = await newContact(caller, { email: "ada@x.test" });
  assert.equal((await submit(caller, slug, { email: "ada@x.test" })).body.contact_id, primary);
});

test("a member for which the contact has no room is left out, and the submission is stored", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const custom = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
  const full = await newContact(caller, { email: "ada@x.test", custom });
  const { status, body } = await submit(caller, slug, { email: "ada@x.test", size: "M", name: "Ada" });
  assert.deepEqual([status, body.contact_id, body.data.size], [201, full, "M"]);
  const contact = await read(caller, full);
  assert.deepEqual([contact.custom, contact.first_name], [custom, "Ada"]);
});

test("a token that may write forms alone makes the contact, in its own name and in the same changeset", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const narrow = { ...caller, scopes: [{ resource: "forms", actions: ["write" as const] }] };
  const { status, body, headers } = await submit(narrow, slug, { email: "ada@x.test" });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.data, { email: "ada@x.test" });
  const { body: found } = await door.call("ListContacts", { caller });
  const [contact] = found.contacts as { created_by: object }[];
  assert.deepEqual(contact?.created_by, { type: "service", id: caller.token_id });
  const { events } = await stored(caller.team_id);
  const named = events.map(({ type, changeset_id: id }) => [type, id]);
  assert.deepEqual(named, [
    ["contact.created", headers["x-changeset-id"]],
    ["form.submitted", headers["x-changeset-id"]],
    ["address.given", headers["x-changeset-id"]],
  ]);
});

test("nobody but a service token says who submits", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const contact_id = await newContact(caller, { first_name: "B" });
  const admin = person(caller.team_id, "admin");
  for (const token_type of ["human", "break_glass", "oauth_app"] as const) {
    const { status, body } = await submit({ ...admin, token_type }, slug, { data: {}, contact_id });
    const [fault] = body.errors as { field: string; code: string }[];
    assert.deepEqual([status, fault?.field, fault?.code], [422, "contact_id", "not_allowed"], token_type);
  }
});

test("a text keeps the length of the member that it fills", async () => {
  const caller = testCaller();
  const fields = ["first_name", "last_name", "company"].map((target) => ({
    ...{ id: target, label: target, type: "short_text", maps_to: target },
  }));
  const slug = await newForm(caller, { fields });
  const texts = (first: number, last: number, company: number) => ({
    first_name: "é".repeat(first),
    last_name: "é".repeat(last),
    company: "é".repeat(company),
  });
  assert.equal((await submit(caller, slug, texts(100, 100, 200))).status, 201);
  const { status, body } = await submit(caller, slug, texts(101, 101, 201));
  const told = (body.errors as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  );
  assert.deepEqual(
    [status, told],
    [422, ["data.first_name out_of_range", "data.last_name out_of_range", "data.company out_of_range"]],
  );
});
