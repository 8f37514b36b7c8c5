import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import type { Stored } from "@jst/resource";
import type { ContactValues } from "../../gen/resources.ts";
import type { ContactPatch, ContactCreate } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

const newContact = (body: ContactCreate) => contacts.draft(body);
const nameOf = (body: ContactCreate) => newContact(body).display_name;
const patched = (draft: Stored<ContactValues>, patch: ContactPatch) => {
  const { members } = contacts.patchOf(patch);
  return contacts.complete({ ...draft, ...members }, members);
};

/** The fields a refusal names. */
function refusedFields(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "validation_failed");
    return (error.errors ?? []).map(({ field }) => field);
  }
  assert.fail("nothing was refused");
}

test("a display name is derived from the names, else the company, the e-mail, the telephone number", () => {
  const phone = "+442071234567";
  assert.equal(nameOf({ first_name: "Ada", last_name: "Lovelace", company: "Engines" }), "Ada Lovelace");
  assert.equal(nameOf({ last_name: "Lovelace", company: "Engines" }), "Lovelace");
  assert.equal(nameOf({ first_name: " ", company: "Engines", email: "a@b.co" }), "Engines");
  assert.equal(nameOf({ email: "a@b.co", phone }), "a@b.co");
  assert.equal(nameOf({ phone }), phone);
});

test("a display name set by hand is kept, until null gives it back to its parts", () => {
  const set = newContact({ first_name: "Ada", display_name: "The Countess" });
  const renamed = patched(set, { first_name: "Augusta" });
  assert.equal(renamed.display_name, "The Countess");
  assert.equal(patched(renamed, { display_name: null }).display_name, "Augusta");
});

test("a contact keeps at least one of the five members that name or reach it", () => {
  const five = ["email", "phone", "first_name", "last_name", "company"];
  assert.deepEqual(
    refusedFields(() => newContact({ title: "Dr", display_name: "X" })),
    five,
  );
  const ada = newContact({ first_name: "Ada", company: "Engines" });
  assert.doesNotThrow(() => patched(ada, { first_name: null }));
  assert.deepEqual(
    refusedFields(() => patched(ada, { first_name: null, company: " " })),
    five,
  );
});

test("members are stored in one form: e-mail trimmed, locale canonical, tags distinct, owner in lower case", () => {
  const values = newContact({
    email: " Ada@Example.org ",
    additional_emails: ["b@example.org "],
    locale: "de-at",
    tags: ["b", "a", "b"],
    owner_id: "0190A1B2-0000-7000-8000-00000000000A",
  });
  assert.equal(values.email, "Ada@Example.org");
  assert.deepEqual(values.additional_emails, ["b@example.org"]);
  assert.equal(values.locale, "de-AT");
  assert.deepEqual(values.tags, ["b", "a"]);
  assert.equal(values.owner_id, "0190a1b2-0000-7000-8000-00000000000a");
});

test("every refused member is named, list items by their place", () => {
  const body = {
    first_name: "Ada",
    additional_emails: ["b@example.org", "nope"],
    timezone: "+01:00",
    address: { country: "UK" },
    birth_date: "1815-02-30",
  };
  assert.deepEqual(refusedFields(() => newContact(body)).sort(), [
    "additional_emails.1",
    "address.country",
    "birth_date",
    "timezone",
  ]);
});
