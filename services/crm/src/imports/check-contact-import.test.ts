import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { faultsOf, testImports, toFields } from "../testing/test-imports.ts";

const { door, ofTeam, strangers, memberCalled, stored } = await testImports();

const faultsIn = ({ body }: { body: Record<string, unknown> }) =>
  (body["errors"] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

test("a check lists every fault of a row as POST of a contact would, and writes nothing (imports.check)", async () => {
  const team = ofTeam();
  const long = "x".repeat(101);
  const text = [
    "first,mail,phone,zone,country,stage",
    `${long},not an address,12,Mars/Base,Nowhere,whale`,
    ",,,,,",
    "Ada,ada@example.com,030 901820,Europe/Berlin,Germany,Customer",
    ",,,Europe/Berlin,,",
  ].join("\n");
  const fields = ["first_name", "email", "phone", "timezone", "address.country", "lifecycle_stage"];
  const body = { source: { text }, parts: toFields(fields), options: { default_country: "DE" } };
  const { id, counts } = await team.checked(body);
  assert.deepEqual([counts["create"], counts["reject"]], [1, 2]);
  assert.deepEqual(faultsOf(await team.rows(id)), [
    [
      "reject",
      ...["data.email invalid_format", "data.phone invalid_format", "data.address.country invalid_value"],
      ...["data.lifecycle_stage invalid_value", "data.first_name too_long", "data.timezone invalid_format"],
    ],
    ["create"],
    ["reject", " required"],
  ]);
  const [first] = await team.rows(id);
  assert.deepEqual(
    first?.errors.map(({ header }) => header),
    [...["mail", "phone", "country", "stage", "first", "zone"]],
  );
  assert.equal((await stored(team.caller.team_id)).contacts, 0);
});

test("a mapping names fields that contacts have; every other one is a fault (imports.contacts)", async () => {
  const team = ofTeam();
  const unknown = ["shoe", "address.planet", "consent.in_app.marketing", "custom.", "merged_into"];
  const parts = toFields([...unknown, "company"], { by: "company" });
  const made = await team.create({ source: { text: "a,b,c,d,e,f\n1,2,3,4,5,6\n" }, parts });
  const refused = await team.check(made.body.id as string);
  assert.deepEqual(
    [refused.status, ...faultsIn(refused)],
    [
      422,
      ...unknown.map((_, at) => `parts.0.columns.${at}.to.field unknown_field`),
      "parts.0.match.by not_unique",
    ],
  );
});

test("a target of tables is refused, and so is a column of one (imports.contacts)", async () => {
  const team = ofTeam();
  const parts = [
    {
      index: 0,
      target: { kind: "new_table", display_name: "People" },
      columns: [{ index: 0, to: { column: "email" } }],
    },
  ];
  const made = await team.create({ source: { text: "email\na@example.com\n" }, parts });
  const refused = await team.check(made.body.id as string);
  assert.deepEqual(faultsIn(refused), [
    "parts.0.target.kind invalid_value",
    "parts.0.columns.0.to.field required",
  ]);
});

test("a row finds its contact by the primary address first, then by a further one (imports.contacts-match)", async () => {
  const team = ofTeam();
  const primary = await team.contact({ first_name: "Ada", email: "Ada@Example.com" });
  const further = await team.contact({ first_name: "Bo", additional_emails: ["bo@example.com"] });
  await team.contact({ first_name: "Cy", additional_emails: ["ADA@example.com"] });
  for (const first_name of ["One", "Two"])
    await team.contact({ first_name, additional_emails: ["two@example.com"] });
  const text = "email,title\nada@example.com,A\nBO@example.com,B\ntwo@example.com,C\nnew@example.com,D\n";
  const { id } = await team.checked({
    source: { text },
    parts: toFields(["email", "title"], { by: "email" }),
  });
  assert.deepEqual(faultsOf(await team.rows(id)), [
    ["update"],
    ["update"],
    ["reject", "data.email match_ambiguous"],
    ["create"],
  ]);
  assert.deepEqual(
    (await team.rows(id)).map(({ record_id }) => record_id),
    [primary.id, further.id, null, null],
  );
});

test("a number of two contacts is ambiguous, and a number of one finds it in any spelling", async () => {
  const team = ofTeam();
  for (const first_name of ["Ada", "Bo"]) await team.contact({ first_name, phone: "+49 30 901820" });
  await team.contact({ first_name: "Cy", phone: "+49 30 901821" });
  const text = "phone,title\n030 901820,A\n(030) 901821,B\n";
  const options = { default_country: "DE" };
  const parts = toFields(["phone", "title"], { by: "phone" });
  const { id } = await team.checked({ source: { text }, parts, options });
  assert.deepEqual(faultsOf(await team.rows(id)), [["reject", "data.phone match_ambiguous"], ["update"]]);
});

test("a row of a merged contact goes to the one that it was merged into (imports.contacts-match)", async () => {
  const team = ofTeam();
  const target = await team.contact({ first_name: "Ada", external_id: "x1" });
  const source = await team.contact({ first_name: "Ada L", external_id: "x2" });
  const path = { contact_id: target.id };
  const merged = await door.call("MergeContact", {
    caller: team.caller,
    path,
    body: { source_id: source.id },
  });
  assert.equal(merged.status, 200);
  const text = "external_id,title\nx2,Countess\n";
  const parts = toFields(["external_id", "title"], { by: "external_id" });
  const done = await team.imported({ source: { text }, parts });
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1]);
  const [only, ...others] = await team.contacts();
  assert.deepEqual([only?.id, only?.title, only?.external_id, others], [target.id, "Countess", "x1", []]);
});

test("a value may stand in one row alone, and a value of another contact in none (imports.duplicates)", async () => {
  const team = ofTeam();
  await team.contact({ first_name: "Ada", email: "ada@example.com" });
  const text = "email,external_id\nada@example.com,1\nbo@example.com,2\nBO@EXAMPLE.COM,3\ncy@example.com,2\n";
  const { id } = await team.checked({ source: { text }, parts: toFields(["email", "external_id"]) });
  assert.deepEqual(faultsOf(await team.rows(id)), [
    ["reject", "data.email contact_exists"],
    ["create"],
    ["reject", "data.email duplicate_in_source"],
    ["reject", "data.external_id duplicate_in_source"],
  ]);
});

test("an owner is a member, by id, address or full name; on_error makes another one a custom field, with a warning (imports.contacts)", async () => {
  const team = ofTeam();
  const [member, stranger] = [randomUUID(), randomUUID()];
  strangers.add(stranger);
  const text = `email,owner\na@example.com,${member}\nb@example.com,grace@members.test\nc@example.com,${stranger}\nd@example.com,nobody@example.com\ne@example.com,Nobody Known\nf@example.com,Ada  Lovelace\ng@example.com,Twin Known\n`;
  const parts = toFields(["email", "owner_id"]);
  const { id } = await team.checked({ source: { text }, parts });
  assert.deepEqual(faultsOf(await team.rows(id)), [
    ["create"],
    ["create"],
    ["reject", "data.owner_id not_found"],
    ["reject", "data.owner_id not_found"],
    ["reject", "data.owner_id not_found"],
    ["create"],
    ["reject", "data.owner_id match_ambiguous"],
  ]);
  const lenient = parts.map((part) => ({
    ...part,
    columns: part.columns.map((column) => ({ ...column, on_error: "empty" })),
  }));
  const done = await team.imported({ source: { text }, parts: lenient });
  assert.equal(done.counts["written"], 7);
  const warned = (await team.rows(done.id)).map(({ warnings }) => warnings.map(({ code }) => code).join());
  assert.deepEqual(warned, ["", "", "not_found", "not_found", "not_found", "", "match_ambiguous"]);
  const contacts = await team.contacts();
  const owners = contacts.map(({ owner_id }) => owner_id);
  assert.equal(owners[0], member);
  assert.ok(owners[1]);
  assert.deepEqual(owners.slice(2), [null, null, null, memberCalled("Ada Lovelace"), null]);
  const texts = contacts.slice(3, 6).map(({ custom }) => custom["contact_owner"]);
  assert.deepEqual(texts, ["nobody@example.com", "Nobody Known", undefined]);
});

test("an owner may be a name with its address, and an unknown one stays as written (imports.contacts)", async () => {
  const team = ofTeam();
  const written = [
    "Grace Hopper (Grace@members.test)",
    '"Grace <grace@members.test>"',
    "No One (no@example.com)",
  ];
  const text = `email;owner\n${written.map((owner, at) => `p${at}@example.com;${owner}`).join("\n")}\n`;
  const parts = toFields(["email", "owner_id"]).map((part) => ({
    ...part,
    columns: part.columns.map((column) => ({ ...column, on_error: "empty" })),
  }));
  const done = await team.imported({ source: { text }, parts });
  assert.deepEqual([done.counts["written"], done.counts["warned"]], [3, 1]);
  const [warned, ...others] = await team.rows(done.id, "limit=500&warned=true");
  assert.deepEqual([warned?.row, others.length], [3, 0]);
  const [first, second, third] = await team.contacts();
  assert.ok(first?.owner_id);
  assert.equal(second?.owner_id, first.owner_id);
  assert.deepEqual([third?.owner_id, third?.custom["contact_owner"]], [null, "No One (no@example.com)"]);
});
