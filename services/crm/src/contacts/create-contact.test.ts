import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();

const ada = { first_name: "Ada", last_name: "Lovelace", email: "Ada@Example.org", external_id: "x-1" };

test("a contact is stored with its event and its undo record, and answered with Location and ETag", async () => {
  const caller = testCaller();
  const body = { ...ada, tags: ["vip", "math", "vip"], custom: { shoe: 38 }, address: { country: "GB" } };
  const reply = await door.call("CreateContact", { caller, body });
  assert.equal(reply.status, 201);
  const { id } = reply.body;
  assert.equal(reply.headers.location, `${TEST_BASE_URL}/api/v1/contacts/${id}`);
  assert.equal(reply.headers.etag, '"1"');
  assert.equal(reply.body.display_name, "Ada Lovelace");
  assert.deepEqual(reply.body.tags, ["vip", "math"]);
  assert.deepEqual(reply.body.address, { country: "GB" });
  assert.deepEqual(reply.body.created_by, { type: "service", id: caller.token_id });
  assert.deepEqual(reply.body.consent, {});
  const { events, changes } = await stored(caller.team_id);
  assert.deepEqual(changes, ["create"]);
  assert.equal(events.length, 1);
  assert.equal(events[0]?.type, "contact.created");
  assert.equal(events[0].changeset_id, reply.headers["x-changeset-id"]);
  assert.deepEqual(events[0].data, { object: reply.body });
});

const full = {
  first_name: "Ada",
  last_name: "Lovelace",
  display_name: "The Countess",
  email: "ada@example.org",
  additional_emails: ["countess@example.org"],
  phone: "+442071234567",
  additional_phones: ["+442071234568"],
  company: "Analytical Engines",
  title: "Programmer",
  address: { line1: "1 St James's Sq", line2: "", city: "London", postal_code: "SW1Y 4JU", country: "GB" },
  tags: ["vip"],
  lifecycle_stage: "customer",
  owner_id: "0190a1b2-0000-7000-8000-00000000000a",
  source: "import",
  external_id: "42",
  timezone: "Europe/London",
  locale: "en-GB",
  birth_date: "1815-12-10",
  notes: 'quotes " and \\ and \u{1f600}',
  custom: { nested: { list: [1, 2.5, null, "x"] }, "": 1, " ": 2, constructor: { prototype: "=1+1" } },
};

test("every member is kept as it was sent", async () => {
  const reply = await door.call("CreateContact", { body: full });
  assert.equal(reply.status, 201);
  for (const [name, value] of Object.entries(full)) assert.deepEqual(reply.body[name], value, name);
});

const refused: [why: string, body: unknown, status: number, code: string, fields?: string[]][] = [
  ["nothing names or reaches it", { title: "Dr" }, 422, "validation_failed", ["email"]],
  ["its only name is blank", { first_name: "  " }, 422, "validation_failed", ["email"]],
  ["a member is unknown", { ...ada, colour: "red" }, 422, "validation_failed", ["colour"]],
  ["id is not for callers to set", { ...ada, id: full.owner_id }, 422, "validation_failed", ["id"]],
  [
    "team_id is not for callers to set",
    { ...ada, team_id: full.owner_id },
    422,
    "validation_failed",
    ["team_id"],
  ],
  ["an e-mail is none", { email: "ada" }, 422, "validation_failed", ["email"]],
  ["a telephone number is not E.164", { phone: "0151 123" }, 422, "validation_failed", ["phone"]],
  [
    "a country does not exist",
    { ...ada, address: { country: "ZZ" } },
    422,
    "validation_failed",
    ["address.country"],
  ],
  [
    "a time zone does not exist",
    { ...ada, timezone: "Mars/Olympus" },
    422,
    "validation_failed",
    ["timezone"],
  ],
  ["a day does not exist", { ...ada, birth_date: "2023-02-29" }, 422, "validation_failed", ["birth_date"]],
  [
    "the year 0000 does not exist",
    { ...ada, birth_date: "0000-01-01" },
    422,
    "validation_failed",
    ["birth_date"],
  ],
  ["custom has 101 members", { ...ada, custom: object(101) }, 422, "validation_failed", ["custom"]],
  ["custom is a list", { ...ada, custom: [] }, 422, "validation_failed", ["custom"]],
  [
    "__proto__ is named in custom",
    '{"first_name":"A","custom":{"a":[{"__proto__":{"x":1}}]}}',
    422,
    "validation_failed",
    ["custom.a.0.__proto__"],
  ],
  [
    "it has faults of every kind",
    '{"first_name":7,"notes":1e400,"custom":{"a":[9007199254740993]},"planet":1,"__proto__":{}}',
    422,
    "validation_failed",
    ["__proto__", "custom.a", "first_name", "notes", "planet"],
  ],
  ["constructor is a member", { ...ada, constructor: { x: 1 } }, 422, "validation_failed", ["constructor"]],
  [
    "prototype is a member of the address",
    { ...ada, address: { prototype: 1 } },
    422,
    "validation_failed",
    ["address.prototype"],
  ],
  ["consent is not for callers to set", { ...ada, consent: {} }, 422, "validation_failed", ["consent"]],
  [
    "lists, objects and truth values are sent for texts",
    { first_name: [], last_name: {}, company: true },
    422,
    "validation_failed",
    ["first_name", "last_name", "company"],
  ],
  [
    "lists are sent for objects",
    { ...ada, custom: [], address: [] },
    422,
    "validation_failed",
    ["custom", "address"],
  ],
  [
    "an object is sent for an id",
    { ...ada, owner_id: { id: full.owner_id } },
    422,
    "validation_failed",
    ["owner_id"],
  ],
  ["a number is sent for a date", { ...ada, birth_date: 20200101 }, 422, "validation_failed", ["birth_date"]],
  [
    "a number exceeds a double",
    '{"first_name":"A","custom":{"n":1e400}}',
    422,
    "validation_failed",
    ["custom.n"],
  ],
  [
    "a number has 131,072 digits",
    '{"first_name":"A","custom":{"n":[1e131071]}}',
    422,
    "validation_failed",
    ["custom.n"],
  ],
  [
    "a double would round an integer",
    '{"first_name":"A","custom":{"n":12345678901234567890}}',
    422,
    "validation_failed",
    ["custom.n"],
  ],
  ["it holds a NUL", '{"first_name":"A\\u0000"}', 400, "malformed_json"],
  ["it holds half a surrogate pair", '{"first_name":"A","custom":{"x":"\\ud800"}}', 400, "malformed_json"],
  [
    "it nests 17 deep",
    `{"first_name":"A","custom":${'{"a":'.repeat(16)}1${"}".repeat(16)}}`,
    400,
    "malformed_json",
  ],
  ["it is cut", '{"first_name":"A"', 400, "malformed_json"],
  ["it is a list", "[]", 422, "validation_failed"],
];

for (const [why, body, status, code, fields = []] of refused) {
  test(`refused and nothing stored: ${why}`, async () => {
    const caller = testCaller();
    const reply = await door.call("CreateContact", { caller, body });
    assert.deepEqual([reply.status, reply.body.code], [status, code]);
    const named = (reply.body.errors ?? []).map((error: { field: string }) =>
      error.field.replace(/\.\d+$/, ""),
    );
    for (const field of fields) assert.ok(named.includes(field), `${field} among ${named.join(", ")}`);
    assert.deepEqual(await stored(caller.team_id), { contacts: 0, events: [], changes: [] });
  });
}

test("every refused member is named at once", async () => {
  const refused = async (members: object) => {
    const reply = await door.call("CreateContact", { body: { ...ada, ...members } });
    return reply.body.errors.map((error: { field: string }) => error.field).sort() as string[];
  };
  const unknown = { timezone: "Mars/Olympus", address: { country: "ZZ" } };
  assert.deepEqual(await refused(unknown), ["address.country", "timezone"]);
  assert.deepEqual(await refused({ birth_date: "0000-01-01", tags: 5 }), ["birth_date", "tags"]);
});

test("blanks around an e-mail are dropped before it is compared", async () => {
  const caller = testCaller();
  const first = await door.call("CreateContact", { caller, body: { email: " ada@example.org\t" } });
  assert.deepEqual([first.status, first.body.email], [201, "ada@example.org"]);
  const second = await door.call("CreateContact", { caller, body: { email: "ada@example.org " } });
  assert.equal(second.status, 409);
});

test("an e-mail in use, in whatever case, is 409 and names the holder; nothing is stored", async () => {
  const caller = testCaller();
  const first = await door.call("CreateContact", { caller, body: ada });
  const second = await door.call("CreateContact", { caller, body: { email: "aDA@example.ORG" } });
  assert.equal(second.status, 409);
  assert.equal(second.body.code, "contact_exists");
  assert.equal(second.body.existing_id, first.body.id);
  assert.equal(second.body.field, "email");
  const { contacts, events } = await stored(caller.team_id);
  assert.deepEqual([contacts, events.length], [1, 1]);
});

test("an external id in use is 409 and names the holder", async () => {
  const caller = testCaller();
  const first = await door.call("CreateContact", { caller, body: ada });
  const second = await door.call("CreateContact", { caller, body: { first_name: "B", external_id: "x-1" } });
  assert.deepEqual(
    [second.status, second.body.code, second.body.existing_id, second.body.field],
    [409, "contact_exists", first.body.id, "external_id"],
  );
});

test("another team may use the same e-mail and external id", async () => {
  assert.equal((await door.call("CreateContact", { body: ada })).status, 201);
  assert.equal((await door.call("CreateContact", { body: ada })).status, 201);
});

test("of two creates at once with one e-mail exactly one stores; the other names it", async () => {
  const caller = testCaller();
  for (let round = 0; round < 10; round += 1) {
    const body = { email: `race-${round}@example.org` };
    const replies = await Promise.all([1, 2].map(() => door.call("CreateContact", { caller, body })));
    const [won, lost] = replies.sort((a, b) => a.status - b.status);
    assert.deepEqual([won?.status, lost?.status], [201, 409]);
    assert.equal(lost?.body.existing_id, won?.body.id);
  }
  const { contacts, events, changes } = await stored(caller.team_id);
  assert.deepEqual([contacts, events.length, changes.length], [10, 10, 10]);
});

test("a token without contacts:write is refused and stores nothing", async () => {
  const caller = testCaller({ scopes: [{ resource: "contacts", actions: ["read", "delete", "admin"] }] });
  const reply = await door.call("CreateContact", { caller, body: ada });
  assert.deepEqual([reply.status, reply.body.required_scope], [403, "contacts:write"]);
  assert.equal((await stored(caller.team_id)).contacts, 0);
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `a${index}@example.org`);
}

function object(count: number): Record<string, number> {
  return Object.fromEntries(many(count).map((name, index) => [name, index]));
}
