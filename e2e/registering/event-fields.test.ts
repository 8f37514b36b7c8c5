import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { eventTypes } from "@jst/events";
import type { Fields } from "@jst/query";
import { documentFields } from "../../services/commerce/src/documents/document.ts";
import { invoiceFields } from "../../services/commerce/src/invoices/list-invoices.ts";
import { quoteFields } from "../../services/commerce/src/quotes/list-quotes.ts";
import { messages } from "../../services/comms/src/messages/message.ts";
import { contacts } from "../../services/crm/src/contacts/contact.ts";
import { submissionFields } from "../../services/crm/src/submissions/submission.ts";
import { webhooks } from "../../services/webhooks/src/webhooks/webhook.ts";
import { objectOf, type ListedField } from "../../services/webhooks/src/filters/event-fields.ts";

/** The file by which webhooks knows the fields of objects; UPDATE_EVENT_FIELDS=1 writes it. */
const file = new URL("../../services/webhooks/src/filters/fields.json", import.meta.url);

const membersOf = ({ declaration }: { declaration: { members: readonly { name: string }[] } }) =>
  declaration.members.map(({ name }) => name);

/** The list of each kind of object, and members that only `previous` has. */
const lists: Readonly<Record<string, { fields: Fields; members?: readonly string[] }>> = {
  contact: { fields: contacts.listOf("", {}).fields, members: membersOf(contacts) },
  invoice: { fields: documentFields(invoiceFields), members: ["status"] },
  message: { fields: messages.listOf("", {}).fields, members: membersOf(messages) },
  quote: { fields: documentFields(quoteFields), members: ["status"] },
  submission: { fields: submissionFields },
  webhook: { fields: webhooks.listOf("", {}).fields, members: membersOf(webhooks) },
};

/** Objects that no list has, or whose columns are the team's own. */
const unfiltered = new Set(["asset", "email"]);

function listedIn(fields: Fields): ListedField[] {
  return [...fields.values()]
    .filter(({ filter }) => filter !== false)
    .map(({ name, kind, kept }) => ({ name, kind, ...(kept === undefined ? {} : { form: "phone" }) }));
}

test("webhooks knows the fields by which the list of each object of events is filtered, and no other", () => {
  const known = Object.entries(lists).map(([name, { fields, members = [] }]) => {
    const listed = listedIn(fields);
    const others = members.filter((member) => !listed.some((field) => field.name === member));
    return [name, { fields: listed, members: others }];
  });
  const written = Object.fromEntries(known) as object;
  if (process.env.UPDATE_EVENT_FIELDS === "1") writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
  assert.deepEqual(
    JSON.parse(readFileSync(file, "utf8")),
    written,
    "fields.json is out of date: UPDATE_EVENT_FIELDS=1",
  );
});

test("the objects of all types of events have a list, or no filter", () => {
  const objects = new Set(Object.keys(eventTypes).map(objectOf));
  assert.deepEqual(
    [...objects].filter((object) => !(object in lists) && !unfiltered.has(object)),
    [],
  );
});
