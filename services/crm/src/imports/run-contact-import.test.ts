import assert from "node:assert/strict";
import { test } from "node:test";
import { human, withClient, type TestReply } from "@jst/testing";
import { faultsOf, fixture, testImports, toFields } from "../testing/test-imports.ts";

const { database, door, memberCalled, ofTeam, stored } = await testImports();

type Team = ReturnType<typeof ofTeam>;

const germany = { options: { default_country: "DE" } };

/** Undoes the changeset of an import as an owner. */
const undo = (team: Team, changeset: string | null): Promise<TestReply> =>
  door.call("UndoChangeset", {
    caller: human(team.caller.team_id, "owner"),
    path: { changeset_id: changeset ?? "" },
    body: {},
  });

/** Consents that crm has published for comms, in their order. */
const consents = (teamId: string): Promise<string[]> =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ data: Record<string, unknown> }>(
      `select (payload #>> '{}')::jsonb -> 'data' as data from crm.outbox
        where team_id = $1 and type = 'consent.imported' order by seq`,
      [teamId],
    );
    return rows.map(({ data }) =>
      [data["address"], data["channel"], data["purpose"], data["status"]].join(" "),
    );
  });

test("an export of HubSpot becomes contacts, and the same file again changes none (imports.presets, imports.again)", async () => {
  const team = ofTeam();
  const body = { source: { text: fixture("hubspot-contacts.csv") }, ...germany };
  const done = await team.imported(body);
  assert.deepEqual([done.status, done.counts["written"], done.counts["reject"]], ["done", 4, 0]);
  const [ada, bo, cy, dee] = await team.contacts();
  assert.ok(ada && bo && cy && dee);
  assert.deepEqual(
    [ada.external_id, ada.email, ada.phone, ada.company, ada.lifecycle_stage, ada.owner_id],
    ["151", "Ada@Example.com", "+4930901820", "Analytical Engines", "customer", memberCalled("Grace Hopper")],
  );
  assert.deepEqual(ada.address, {
    line1: "Hauptstr. 1",
    city: "Berlin",
    postal_code: "10115",
    country: "DE",
  });
  assert.deepEqual(
    [bo, cy, dee].map(({ lifecycle_stage: stage }) => stage),
    ["prospect", "lead", "prospect"],
  );
  assert.deepEqual([cy.display_name, dee.phone], ["Cy & Sons", "+14155550100"]);
  assert.deepEqual(await consents(team.caller.team_id), ["bo@example.com email marketing opted_out"]);
  const before = await stored(team.caller.team_id);
  const types = before.events.map(({ type }) => type).filter((type) => type.startsWith("contact."));
  assert.deepEqual(types, Array<string>(4).fill("contact.created"));
  // comms has recorded the opt-out by then; here its copy is made by hand.
  await withClient(database.superuserUrl, (client) =>
    client.query(
      `insert into crm.known_consents (team_id, address, consent, records)
        values ($1, 'bo@example.com', '{"email": {"marketing": "opted_out"}}', '{}')`,
      [team.caller.team_id],
    ),
  );
  const again = await team.imported(body);
  assert.deepEqual([again.status, again.counts["unchanged"]], ["done", 4]);
  assert.deepEqual(await stored(team.caller.team_id), before);
});

for (const [name, expected] of [
  ["google-contacts.csv", ["Ada Lovelace ada@example.com +4930901820", "Bo Nilsson bo@example.com "]],
  ["google-contacts-old.csv", ["Cy Young cy@example.com +14155550100"]],
  ["contacts.vcf", ["Ada Lovelace ada@example.com +4930901820", "Bo Nilsson bo@example.com +4930901822"]],
  ["contacts-2.1.vcf", ["Jörg Müller joerg@example.com +4930901820"]],
] as const)
  test(`${name} becomes contacts without a change of its mapping, and is undone (imports.presets)`, async () => {
    const team = ofTeam();
    const done = await team.imported({ source: { text: fixture(name) }, ...germany });
    const { id, counts } = done;
    assert.equal(counts["written"], expected.length, JSON.stringify(await team.rows(id)));
    const contacts = await team.contacts();
    assert.deepEqual(
      contacts.map((one) => [one.first_name, one.last_name, one.email, one.phone ?? ""].join(" ")),
      expected,
    );
    assert.equal((await undo(team, done.changeset_id)).status, 200);
    assert.deepEqual(await team.contacts(), []);
  });

test("further addresses, labels and a date without a year of Google are read (imports.presets)", async () => {
  const team = ofTeam();
  const { id } = await team.imported({ source: { text: fixture("google-contacts.csv") }, ...germany });
  const [ada, bo] = await team.contacts();
  assert.deepEqual(ada?.additional_emails, ["ada@engines.example", "ada.home@example.com"]);
  assert.deepEqual(ada.additional_phones, ["+4930901821", "+4930901822"]);
  assert.deepEqual(
    [ada.tags, ada.birth_date, ada.notes],
    [["Friends"], "1815-12-10", "Met in London,\nlikes numbers"],
  );
  assert.deepEqual([bo?.birth_date, bo?.tags], [null, []]);
  const [, second] = await team.rows(id);
  assert.deepEqual(
    second?.warnings.map(({ field }) => field),
    ["data.birth_date"],
  );
});

test("an update adds to lists, changes custom and address by their parts, and one undo takes it back (imports.contacts)", async () => {
  const team = ofTeam();
  await team.contact({
    ...{ first_name: "Ada", email: "ada@example.com", tags: ["vip"], additional_phones: ["+4930901820"] },
    ...{
      custom: { plan: "free", seats: 2 },
      address: { city: "Berlin", line1: "Hauptstr. 1" },
      notes: "Old",
    },
  });
  const before = await team.contacts();
  const text = [
    "mail,tags,phones,plan,since,city,notes",
    'ADA@example.com,"new,vip",030 901821,pro,2024,Bonn,',
    "bo@example.com,,,,,,",
  ].join("\n");
  const fields = [
    "email",
    "tags",
    "additional_phones",
    "custom.plan",
    "custom.since",
    "address.city",
    "notes",
  ];
  const parts = toFields(fields, { by: "email" });
  const columns = parts
    .flatMap(({ columns: all }) => all)
    .map((column) => (column.index === 6 ? { ...column, on_empty: "clear" } : column));
  const done = await team.imported({ source: { text }, parts: [{ ...parts[0], columns }], ...germany });
  assert.deepEqual([done.counts["update"], done.counts["create"], done.counts["written"]], [1, 1, 2]);
  const [ada] = await team.contacts();
  assert.deepEqual(ada?.tags, ["vip", "new"]);
  assert.deepEqual(ada.additional_phones, ["+4930901820", "+4930901821"]);
  assert.deepEqual(ada.custom, { plan: "pro", seats: 2, since: 2024 });
  assert.deepEqual([ada.address, ada.notes], [{ city: "Bonn", line1: "Hauptstr. 1" }, null]);
  assert.equal((await undo(team, done.changeset_id)).status, 200);
  const stable = (contact: (typeof before)[number]) => ({ ...contact, version: 0, updated_at: "" });
  assert.deepEqual((await team.contacts()).map(stable), before.map(stable));
});

test("a contact is restored by its external id, and a further address stays a further one (imports.contacts-match)", async () => {
  const team = ofTeam();
  const gone = await team.contact({ first_name: "Ada", external_id: "x1" });
  await door.call("ArchiveContact", { caller: team.caller, path: { contact_id: gone.id } });
  const text = "external_id,title\nx1,Countess\n";
  await team.imported({
    source: { text },
    parts: toFields(["external_id", "title"], { by: "external_id" }),
  });
  const further = await team.contact({ email: "bo@example.com", additional_emails: ["b@example.com"] });
  const mails = "email,title\nb@example.com,Buyer\n";
  await team.imported({ source: { text: mails }, parts: toFields(["email", "title"], { by: "email" }) });
  const found = await team.contacts();
  assert.deepEqual(
    found.map(({ id, title, email, archived_at: archived }) => [id, title, email, archived]),
    [
      [gone.id, "Countess", null, null],
      [further.id, "Buyer", "bo@example.com", null],
    ],
  );
});

test("consents go to comms with the contact; one that is known, and an agreement after an opt-out, do not (imports.consents)", async () => {
  const team = ofTeam();
  await team.contact({ email: "out@example.com" });
  await withClient(database.superuserUrl, (client) =>
    client.query(
      `insert into crm.known_consents (team_id, address, consent, records)
        values ($1, 'out@example.com', '{"email": {"marketing": "opted_out"}}', '{}')`,
      [team.caller.team_id],
    ),
  );
  const text =
    "email,news,sms\nout@example.com,yes,\nnew@example.com,yes,\nno@example.com,no,\nx@example.com,,yes\ny@example.com,maybe,\n";
  const fields = ["email", "consent.email.marketing", "consent.sms.transactional"];
  const { id } = await team.imported({ source: { text }, parts: toFields(fields, { by: "email" }) });
  assert.deepEqual(faultsOf(await team.rows(id)), [
    ["unchanged"],
    ["create"],
    ["create"],
    ["reject", "data.consent.sms.transactional no_address_for_channel"],
    ["reject", "data.consent.email.marketing invalid_value"],
  ]);
  assert.deepEqual(await consents(team.caller.team_id), [
    "new@example.com email marketing opted_in",
    "no@example.com email marketing opted_out",
  ]);
});

test("without events a run writes the same contacts and undo records, and publishes nothing (imports.events)", async () => {
  const team = ofTeam();
  const parts = toFields(["email"], { by: "email" });
  const done = await team.imported({
    source: { text: "email\na@example.com\n" },
    ...{ parts, options: { events: false } },
  });
  const after = await stored(team.caller.team_id);
  assert.deepEqual([done.status, after.contacts, after.changes, after.events], ["done", 1, ["create"], []]);
});

test("a contact that moved since the check, and an address that is taken now, are not written (imports.moved)", async () => {
  const team = ofTeam();
  const ada = await team.contact({ first_name: "Ada", email: "ada@example.com" });
  const text = "email,title\nada@example.com,A\nbo@example.com,B\ncy@example.com,C\n";
  const { id } = await team.checked({
    source: { text },
    parts: toFields(["email", "title"], { by: "email" }),
  });
  await door.call("UpdateContact", {
    ...{ caller: team.caller, path: { contact_id: ada.id }, body: { company: "Engines" } },
  });
  await team.contact({ first_name: "Bo", email: "BO@example.com" });
  await team.run(id);
  const { status, counts } = await team.settled(id);
  assert.deepEqual([status, counts["written"], counts["changed"]], ["done", 1, 2]);
  assert.deepEqual(
    (await team.rows(id)).map(({ state, errors }) => [state, ...errors.map(({ code }) => code)]),
    [["changed", "version_conflict"], ["changed", "version_conflict"], ["written"]],
  );
  assert.deepEqual(
    (await team.contacts()).map(({ title }) => title),
    [null, null, "C"],
  );
});

test("1,200 contacts are written in pages, each once, and are one set (imports.run, imports.sets)", async () => {
  const team = ofTeam();
  const lines = Array.from({ length: 1_200 }, (_, n) => `p${n}@example.com,Name ${n}`);
  const text = `email,first\n${lines.join("\n")}\n`;
  const parts = toFields(["email", "first_name"], { by: "email" });
  const done = await team.imported({ source: { text }, parts });
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_200]);
  const set = await door.call("GetChangeset", {
    ...{ caller: team.caller, path: { changeset_id: done.changeset_id ?? "" } },
  });
  assert.deepEqual([set.body.kind, set.body.member_count, set.body.operation_count], ["set", 3, 1_200]);
  assert.equal((await undo(team, done.changeset_id)).status, 200);
  assert.deepEqual(await team.contacts(), []);
});

test("a viewer runs nothing, and a module that is off ends a run (imports.caller)", async () => {
  const team = ofTeam();
  const source = { text: "email\na@example.com\n" };
  const { id } = await team.checked({ source, parts: toFields(["email"]) });
  const viewer = ofTeam(human(team.caller.team_id, "viewer"));
  assert.equal((await viewer.run(id)).status, 403);
  const off = ofTeam({ ...team.caller, team: { ...team.caller.team, modules: { contacts: false } } });
  await off.run(id);
  const { status, error } = await off.settled(id);
  assert.deepEqual([status, error?.code], ["failed", "module_disabled"]);
  assert.equal((await stored(team.caller.team_id)).contacts, 0);
});

test("a run that needs an approval is one proposal, and writes all contacts once it is approved (imports.propose)", async () => {
  const { caller, contacts } = ofTeam();
  const member = ofTeam({ ...human(caller.team_id, "member"), team: caller.team });
  const { id } = await member.checked({
    source: { text: fixture("hubspot-contacts.csv") },
    ...germany,
  });
  const { status, body } = await member.run(id);
  assert.deepEqual([status, body.operation_count], [202, 4], JSON.stringify(body));
  assert.deepEqual(await contacts(), []);
  const path = { changeset_id: body.changeset_id as string };
  const owner = { ...human(caller.team_id, "owner"), team: caller.team };
  const { body: waits } = await door.call("GetChangeset", { caller: owner, path });
  assert.match(waits["summary"] as string, /^Import .* into contacts$/);
  const approved = await door.call("ApproveChangeset", { caller: owner, path, body: {} });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const done = await member.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 4], JSON.stringify(done.error));
  assert.deepEqual(await consents(caller.team_id), ["bo@example.com email marketing opted_out"]);
  assert.equal((await contacts()).length, 4);
});
