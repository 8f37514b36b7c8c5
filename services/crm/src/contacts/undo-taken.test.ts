import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testTeam, type TestTeam } from "../testing/test-people.ts";

const { door } = await testCrm();
const ada = { first_name: "Ada", email: "Ada@example.com", external_id: "a1" };

async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

/** Commands on contacts by the team's service: create, change and archive. */
function contactsOf({ service: caller }: TestTeam) {
  const at = (contact: TestReply) => ({ caller, path: { contact_id: String(contact.body.id) } });
  return {
    create: (body: object) => done(door.call("CreateContact", { caller, body })),
    patch: (contact: TestReply, body: object) => done(door.call("UpdateContact", { ...at(contact), body })),
    archive: (contact: TestReply) => done(door.call("ArchiveContact", at(contact))),
  };
}

/** Refused, also by force, for this member alone, and by name of who has it. */
async function assertTaken(
  { admin: caller }: TestTeam,
  changed: TestReply,
  { contact, field, holder }: { contact: TestReply; field: string; holder: TestReply },
): Promise<void> {
  const path = { changeset_id: changed.headers["x-changeset-id"] ?? "" };
  for (const force of [false, true]) {
    const { status, body } = await door.call("UndoChangeset", { caller, path, body: { force } });
    assert.deepEqual([status, body.code], [409, "changeset_conflict"]);
    const reason = `The contact ${String(holder.body.id)} already has this ${field}.`;
    assert.deepEqual(body.conflicts, [
      { resource: "contacts", id: contact.body.id, fields: [field], reason },
    ]);
  }
}

test("an undo that meets a taken address or external id names the contact, the member and who has it", async () => {
  const team = testTeam();
  const { create, patch, archive } = contactsOf(team);
  const contact = await create(ada);
  const changed = await patch(contact, {
    email: "lovelace@example.com",
    external_id: "a2",
    title: "Countess",
  });
  const holder = await create({ first_name: "Bo", email: "ada@EXAMPLE.com" });
  await assertTaken(team, changed, { contact, field: "email", holder });
  await archive(holder);
  const other = await create({ first_name: "Cy", external_id: ada.external_id });
  await assertTaken(team, changed, { contact, field: "external_id", holder: other });
});

test("an undone archiving that meets a taken address names the address and who has it", async () => {
  const team = testTeam();
  const { create, archive } = contactsOf(team);
  const contact = await create(ada);
  const archived = await archive(contact);
  const holder = await create({ first_name: "Bo", email: ada.email });
  await assertTaken(team, archived, { contact, field: "email", holder });
});
