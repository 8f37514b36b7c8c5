import assert from "node:assert/strict";
import { test } from "node:test";
import { openSource } from "@jst/tabular/read";
import { guessedParts } from "../guessed-parts.ts";
import type { ImportPart } from "../import.ts";
import { contactPresets, suggestedContacts } from "./presets.ts";

const context = { timeZone: "Europe/Berlin", country: "DE" };

async function suggested(input: { path: string } | { text: string }, preset?: string | null) {
  const source = await openSource(input, {});
  try {
    const parts = await guessedParts(source, context, "team");
    return suggestedContacts(parts, preset, source);
  } finally {
    await source.close();
  }
}

const fixture = (name: string) => ({
  path: new URL(`../../fixtures/${name}`, import.meta.url).pathname,
});
const fieldsOf = ({ columns }: ImportPart) =>
  Object.fromEntries(columns.flatMap(({ header, to }) => (to === null ? [] : [[header, to.field]])));

test("an export of HubSpot is known by its headers, and found again by its record ids (imports.presets)", async () => {
  const { preset, parts } = await suggested(fixture("hubspot-contacts.csv"));
  assert.equal(preset, "hubspot_contacts");
  const [part] = parts;
  assert.ok(part);
  assert.deepEqual(fieldsOf(part), {
    "Record ID": "external_id",
    "First Name": "first_name",
    "Last Name": "last_name",
    Email: "email",
    "Phone Number": "phone",
    "Contact owner": "owner_id",
    "Company Name": "company",
    "Job Title": "title",
    "Street Address": "address.line1",
    City: "address.city",
    "State/Region": "address.region",
    "Postal Code": "address.postal_code",
    "Country/Region": "address.country",
    "Lifecycle Stage": "lifecycle_stage",
    "Unsubscribed from all email": "consent.email.marketing",
  });
  assert.deepEqual([part.target, part.match?.by], [{ kind: "contacts" }, "external_id"]);
});

for (const [name, further] of [
  [
    "google-contacts.csv",
    { "E-mail 2 - Value": "additional_emails", "Phone 2 - Value": "additional_phones" },
  ],
  ["google-contacts-old.csv", { "E-mail 2 - Value": "additional_emails" }],
] as const)
  test(`${name}: the headers of Google are known, and its further addresses go to the lists (imports.presets)`, async () => {
    const { preset, parts } = await suggested(fixture(name));
    assert.equal(preset, "google_contacts");
    const fields = fieldsOf(parts[0] ?? assert.fail());
    assert.deepEqual(
      { ...fields, ...further, "E-mail 1 - Value": "email", "Phone 1 - Value": "phone" },
      fields,
    );
    const labels = name.includes("old") ? "Group Membership" : "Labels";
    assert.deepEqual([fields[labels], parts[0]?.match?.by], ["tags", "email"]);
  });

test("cards are known by their format; without an id in each card they are found by e-mail (imports.presets)", async () => {
  const { preset, parts } = await suggested(fixture("contacts.vcf"));
  assert.equal(preset, "vcard");
  const [part] = parts;
  assert.ok(part);
  const fields = fieldsOf(part);
  assert.equal(part.match?.by, "email");
  assert.deepEqual(
    [fields["uid"], fields["other_emails"], fields["categories"], fields["full_name"]],
    ["external_id", "additional_emails", "tags", undefined],
  );
});

test("a list of people's own goes to the members that are called the same, in English and German", async () => {
  const { preset, parts } = await suggested({
    text: "Vorname;Nachname;E-Mail;Telefon;PLZ;Kundennummer;custom.plan;Schuhgröße\nAda;Lovelace;a@example.com;030 901820;10115;17;pro;38\n",
  });
  assert.equal(preset, null);
  assert.deepEqual(Object.values(fieldsOf(parts[0] ?? assert.fail())), [
    ...["first_name", "last_name", "email", "phone", "address.postal_code", "external_id", "custom.plan"],
  ]);
});

test("a preset that is named is taken, and null takes none", async () => {
  const text = "Record ID,Email,Phone Number\n1,a@example.com,030 901820\n";
  assert.deepEqual(contactPresets, ["vcard", "hubspot_contacts", "google_contacts"]);
  assert.equal((await suggested({ text }, "google_contacts")).preset, "google_contacts");
  const none = await suggested({ text }, null);
  assert.equal(none.preset, null);
  assert.deepEqual(fieldsOf(none.parts[0] ?? assert.fail()), { Email: "email", "Phone Number": "phone" });
});
