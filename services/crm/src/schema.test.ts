import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { contacts } from "./contacts/contact.ts";
import { tasks } from "./tasks/task.ts";

const database = await testDatabase("crm");

describeMigrations("crm");

describeTenancy("crm", {
  database,
  exceptions: outboxExceptions,
  fill: async (tx) => {
    const { body } = await contacts.insert(tx, contacts.draft({ first_name: "Ada" }), { baseUrl: "" });
    const contact = JSON.parse(body as string) as { id: string };
    await insertSampleProposal(tx);
    await tasks.insert(tx, tasks.draft({ title: "Call Ada", contact_id: contact.id }), { baseUrl: "" });
  },
});
