import assert from "node:assert/strict";
import { test } from "node:test";
import { notInstants } from "@jst/query/testing";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
const owner = "0190a1b2-0000-7000-8000-00000000000a";

const bodies = [
  {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "Ada@Example.org",
    tags: ["vip", "math"],
    lifecycle_stage: "lead",
  },
  { first_name: "Bob", phone: "+4915112345678", company: "100% Cotton_Mill", owner_id: owner },
  {
    first_name: "Cleo",
    display_name: "C.",
    additional_emails: ["second@x.org"],
    external_id: "x-1",
    tags: ["vip"],
    birth_date: "1990-05-01",
  },
  { company: "Déjà Vu", notes: "old" },
];
const ids: string[] = [];
for (const body of bodies) ids.push((await door.call("CreateContact", { caller, body })).body.id);
const [ada, bob, cleo, deja] = ids as [string, string, string, string];
await door.call("ArchiveContact", { caller, path: { contact_id: deja } });

const list = (parameters: Record<string, string> = {}, who = caller) =>
  door.call("ListContacts", { caller: who, query: new URLSearchParams(parameters).toString() });

/** Ids of a list in its order. */
const idsOf = (reply: { body: { contacts: { id: string }[] } }) => reply.body.contacts.map(({ id }) => id);

test("live contacts are listed, newest first, as each is answered by itself", async () => {
  const reply = await list();
  assert.equal(reply.status, 200);
  assert.deepEqual(idsOf(reply), [cleo, bob, ada]);
  assert.deepEqual(
    [reply.body.next_cursor, reply.body.has_more, "total" in reply.body],
    [null, false, false],
  );
  const { body } = await door.call("GetContact", { caller, path: { contact_id: cleo } });
  assert.deepEqual(reply.body.contacts[0], body);
});

test("a telephone number is found also when its + is not percent-encoded", async () => {
  const reply = await door.call("ListContacts", { caller, query: "phone=+4915112345678" });
  assert.deepEqual(idsOf(reply), [bob]);
});

test("a time that a reply showed finds the contact it was read from", async () => {
  const { body } = await door.call("GetContact", { caller, path: { contact_id: bob } });
  const found = async (op: string) =>
    idsOf(await list({ filter: JSON.stringify({ field: "created_at", op, value: body.created_at }) }));
  assert.ok((await found("eq")).includes(bob));
  assert.ok((await found("on_or_before")).includes(bob));
  assert.ok(!(await found("after")).includes(bob));
});

test("another team lists nothing of them", async () => {
  assert.deepEqual((await list({ archived: "all", count: "exact" }, testCaller())).body, {
    contacts: [],
    next_cursor: null,
    has_more: false,
    total: 0,
  });
});

const filter = (condition: unknown) => ({ filter: JSON.stringify(condition) });
const found: [what: string, parameters: Record<string, string>, ids: string[]][] = [
  ["archived ones alone", { archived: "true" }, [deja]],
  ["archived ones too", { archived: "all" }, [deja, cleo, bob, ada]],
  ["an e-mail in any case", { email: "ADA@example.ORG" }, [ada]],
  ["a telephone number", { phone: "+4915112345678" }, [bob]],
  ["an external id", { external_id: "x-1" }, [cleo]],
  ["a tag, exactly", { tag: "vip" }, [cleo, ada]],
  ["no tag by a part of it", { tag: "vi" }, []],
  ["an owner", { owner_id: owner.toUpperCase() }, [bob]],
  ["a stage", { lifecycle_stage: "lead" }, [ada]],
  ["text in names, whatever its case", { q: "lOVEl" }, [ada]],
  ["text in e-mails", { q: "example.org" }, [ada]],
  ["text in names behind a display name set by hand", { q: "cleo" }, [cleo]],
  ["text in further e-mails", { q: "second@" }, [cleo]],
  ["text in telephone numbers", { q: "49151" }, [bob]],
  ["text in companies, accents included", { q: "déjÀ", archived: "all" }, [deja]],
  ["a percent sign as itself", { q: "0%" }, [bob]],
  ["an underscore as itself", { q: "n_m" }, [bob]],
  ["no wildcard", { q: "%%" }, []],
  ["no expression that runs away", { q: "(a+)+$" }, []],
  ["no expression that runs away, of choices", { q: "(a|a)*$" }, []],
  ["no expression that runs away, counted", { q: "(.*a){20}" }, []],
  ["two conditions at once", { tag: "vip", lifecycle_stage: "lead" }, [ada]],
  ["a filter on text", filter({ field: "first_name", op: "starts_with", value: "b" }), [bob]],
  ["a filter on tags", filter({ field: "tags", op: "has_all", value: ["math", "vip"] }), [ada]],
  ["a filter on a date", filter({ field: "birth_date", op: "before", value: "2000-01-01" }), [cleo]],
  ["a filter on what is empty", filter({ field: "email", op: "empty" }), [cleo, bob]],
  [
    "a filter on archived_at, among all",
    { ...filter({ field: "archived_at", op: "nempty" }), archived: "all" },
    [deja],
  ],
  [
    "a filter with groups",
    filter({
      or: [
        { field: "company", op: "contains", value: "%" },
        { not: { field: "tags", op: "has_any", value: ["math"] } },
      ],
    }),
    [cleo, bob],
  ],
  ["nothing beyond a huge number", filter({ field: "version", op: "gt", value: 1e300 }), []],
  ["what changed since a time", { updated_since: "2020-01-01T00:00:00Z" }, [cleo, bob, ada]],
  ["nothing changed since tomorrow", { updated_since: "2999-01-01T00:00:00+14:00" }, []],
];
for (const [what, parameters, expected] of found) {
  test(`a list finds ${what}`, async () => {
    const reply = await list(parameters);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.deepEqual(idsOf(reply), expected);
  });
}

test("a list is sorted as asked, empty values last in both directions", async () => {
  assert.deepEqual(idsOf(await list({ sort: "first_name:desc" })), [cleo, bob, ada]);
  assert.deepEqual(idsOf(await list({ sort: "last_name:asc,first_name:desc" })), [ada, cleo, bob]);
  assert.deepEqual(idsOf(await list({ sort: "last_name:desc,first_name:asc" })), [ada, bob, cleo]);
});

test("count=exact counts every contact of the list, not of the page", async () => {
  const { body } = await list({ count: "exact", limit: "1" });
  assert.deepEqual([body.total, body.contacts.length, body.has_more], [3, 1, true]);
});

const refused: [parameters: Record<string, string> | string, code: string][] = [
  [{ colour: "red" }, "unknown_parameter"],
  [{ limit: "0" }, "invalid_parameter"],
  [{ limit: "-1" }, "invalid_parameter"],
  [{ limit: "5.5" }, "invalid_parameter"],
  [{ limit: "5a" }, "invalid_parameter"],
  [{ limit: "1e9" }, "invalid_parameter"],
  [{ limit: "0x10" }, "invalid_parameter"],
  [{ limit: "" }, "invalid_parameter"],
  ["limit=1&limit=2", "invalid_parameter"],
  ["a[]=1", "unknown_parameter"],
  ["a[]=", "unknown_parameter"],
  ["limit[]=1", "unknown_parameter"],
  ["__proto__=1", "unknown_parameter"],
  ["q=%ff", "invalid_parameter"],
  ["q=ab%00", "malformed_json"],
  [{ q: "x".repeat(201) }, "invalid_parameter"],
  [{ archived: "yes" }, "invalid_parameter"],
  [{ owner_id: "1" }, "invalid_parameter"],
  [{ lifecycle_stage: "vip" }, "invalid_parameter"],
  [{ count: "all" }, "invalid_parameter"],
  ...["", ...notInstants].map((since): [Record<string, string>, string] => [
    { updated_since: since },
    "invalid_parameter",
  ]),
  [{ sort: "colour:asc" }, "invalid_sort"],
  [{ sort: "__proto__:asc" }, "invalid_sort"],
  [{ sort: "email" }, "invalid_sort"],
  [{ sort: "email:asc;drop" }, "invalid_sort"],
  [{ sort: "email:asc;drop table crm.contacts" }, "invalid_sort"],
  [{ sort: "tags:asc" }, "invalid_sort"],
  [{ sort: Array.from({ length: 1000 }, () => "email:asc").join(",") }, "invalid_sort"],
  [{ filter: "{" }, "invalid_filter"],
  [{ filter: "1" }, "invalid_filter"],
  [filter({ field: "team_id", op: "eq", value: "x" }), "invalid_filter"],
  [filter({ field: "is_name_set", op: "eq", value: true }), "invalid_filter"],
  [filter({ field: "email", op: "regex", value: "(a+)+$" }), "invalid_filter"],
  [filter({ field: "email", op: "eq", value: ["a"] }), "invalid_filter"],
  [filter({ field: "owner_id", op: "eq", value: "1" }), "invalid_filter"],
  [filter({ field: "email", op: "eq", value: "a\u0000" }), "invalid_filter"],
  [{ cursor: "" }, "invalid_parameter"],
  [{ cursor: "null" }, "invalid_cursor"],
  [{ cursor: "9999-01-01T00:00:00Z" }, "invalid_cursor"],
  [{ cursor: "00000000-0000-0000-0000-000000000000" }, "invalid_cursor"],
  [{ cursor: "' or 1=1 --" }, "invalid_cursor"],
  [{ cursor: "x".repeat(10_000) }, "invalid_cursor"],
];
for (const [parameters, code] of refused) {
  const query = typeof parameters === "string" ? parameters : new URLSearchParams(parameters).toString();
  test(`refused: ?${query.slice(0, 80)}`, async () => {
    const reply = await door.call("ListContacts", { caller, query });
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
  });
}
