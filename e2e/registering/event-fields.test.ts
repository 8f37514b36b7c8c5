import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { eventTypes } from "@jst/events";
import type { Fields } from "@jst/query";
import { documentFields } from "../../services/commerce/src/documents/document.ts";
import { invoiceFields } from "../../services/commerce/src/invoices/list-invoices.ts";
import { quoteFields } from "../../services/commerce/src/quotes/list-quotes.ts";
import { approvalRules } from "../../services/auth/src/approval-rules/approval-rule.ts";
import { consents } from "../../services/comms/src/consents/consent.ts";
import { emailRules } from "../../services/comms/src/email-rules/email-rule.ts";
import { messages } from "../../services/comms/src/messages/message.ts";
import { suppressions } from "../../services/comms/src/suppressions/suppression.ts";
import { templates } from "../../services/comms/src/templates/template.ts";
import { contacts } from "../../services/crm/src/contacts/contact.ts";
import { forms } from "../../services/crm/src/forms/form.ts";
import { packets } from "../../services/crm/src/packets/packet.ts";
import { submissionFields } from "../../services/crm/src/submissions/submission.ts";
import { tasks } from "../../services/crm/src/tasks/task.ts";
import { articles } from "../../services/data/src/articles/article.ts";
import { artifacts } from "../../services/data/src/artifacts/artifact.ts";
import { bases } from "../../services/data/src/bases/base.ts";
import { files } from "../../services/data/src/files/file.ts";
import { bookingFields } from "../../services/scheduling/src/bookings/list-bookings.ts";
import { eventTypes as bookables } from "../../services/scheduling/src/event-types/event-type.ts";
import { webhooks } from "../../services/webhooks/src/webhooks/webhook.ts";
import { objectOf, type ListedField } from "../../services/webhooks/src/filters/event-fields.ts";

/** The file by which webhooks knows the fields of objects; UPDATE_EVENT_FIELDS=1 writes it. */
const file = new URL("../../services/webhooks/src/filters/fields.json", import.meta.url);

const membersOf = ({ declaration }: { declaration: { members: readonly { name: string }[] } }) =>
  declaration.members.map(({ name }) => name);

/** The list of each kind of object, and members that only `previous` has. */
const lists: Readonly<Record<string, { fields: Fields; members?: readonly string[] }>> = {
  approval_rule: { fields: approvalRules.listOf("", {}).fields, members: membersOf(approvalRules) },
  article: { fields: articles.listOf("", {}).fields, members: membersOf(articles) },
  artifact: { fields: artifacts.listOf("", {}).fields, members: membersOf(artifacts) },
  base: { fields: bases.listOf("", {}).fields, members: membersOf(bases) },
  booking: { fields: bookingFields, members: ["status", "end", "event_type_id", "host_id"] },
  consent: { fields: consents.listOf("", {}).fields, members: membersOf(consents) },
  contact: { fields: contacts.listOf("", {}).fields, members: membersOf(contacts) },
  email_rule: { fields: emailRules.listOf("", {}).fields, members: membersOf(emailRules) },
  event_type: { fields: bookables.listOf("", {}).fields, members: membersOf(bookables) },
  form: { fields: forms.listOf("", {}).fields, members: membersOf(forms) },
  invoice: { fields: documentFields(invoiceFields), members: ["status"] },
  message: { fields: messages.listOf("", {}).fields, members: membersOf(messages) },
  packet: { fields: packets.listOf("", {}).fields, members: membersOf(packets) },
  quote: { fields: documentFields(quoteFields), members: ["status"] },
  file: { fields: files.listOf("", {}).fields, members: membersOf(files) },
  submission: { fields: submissionFields },
  suppression: { fields: suppressions.listOf("", {}).fields, members: membersOf(suppressions) },
  task: { fields: tasks.listOf("", {}).fields, members: membersOf(tasks) },
  template: { fields: templates.listOf("", {}).fields, members: membersOf(templates) },
  webhook: { fields: webhooks.listOf("", {}).fields, members: membersOf(webhooks) },
};

/** Objects that no list has, whose list has no filter, or whose columns are the team's own. */
const unfiltered = new Set(["asset", "checkout", "comment", "email", "member", "review", "subscription"]);

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
