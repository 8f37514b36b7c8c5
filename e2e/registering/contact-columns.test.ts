import assert from "node:assert/strict";
import { readFileSync, globSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");

/** A way in which a table that stores ids of contacts follows a merge, and the file that does so. */
const covered: Readonly<Record<string, [file: string, shows: string]>> = {
  "commerce.checkouts": ["services/commerce/src/checkouts/checkout.ts", "contactOf("],
  "commerce.invoices": ["services/commerce/src/invoices/invoice.ts", "contactOf("],
  "commerce.quotes": ["services/commerce/src/quotes/quote.ts", "contactOf("],
  "commerce.subscriptions": ["services/commerce/src/subscriptions/subscription.ts", "contactOf("],
  "comms.messages": ["services/comms/src/messages/message.ts", "contactOf("],
  "crm.submissions": ["services/crm/src/contacts/merge-contact.ts", "update crm.submissions"],
  "crm.tasks": ["services/crm/src/contacts/merge-contact.ts", "update crm.tasks"],
  "scheduling.bookings": ["services/scheduling/src/bookings/booking.ts", "contactOf("],
};
/** Tables that store ids of contacts and follow no merge, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "comms.consents": "each address keeps its own consents (contacts.merged-references)",
  "crm.contact_keys": "made from the contacts themselves",
  "scheduling.new_contacts": "contacts that crm has not made yet",
};

/** Every table of a schema with a column that is named after a contact, but those of health and of merges. */
function tablesOfContacts(): string[] {
  return globSync("services/*/schema.sql", { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const tables = [...text.matchAll(/^create table (\S+) \(\n([\s\S]*?)^\);/gm)];
    return tables.flatMap(([, name = "", columns = ""]) =>
      /^ {2}\w*contact_id\w* /m.test(columns) ? [name] : [],
    );
  });
}

test("each table that stores ids of contacts follows merges (contacts.merged-references)", () => {
  const found = tablesOfContacts().filter(
    (name) => !name.endsWith(".merged_contacts") && !name.startsWith("emr."),
  );
  assert.deepEqual(found.toSorted(), [...Object.keys(covered), ...Object.keys(exempt)].toSorted());
  for (const [name, [file, shows]] of Object.entries(covered))
    assert.ok(
      readFileSync(path.join(root, file), "utf8").includes(shows),
      `${file} heeds no merge of ${name}`,
    );
});
