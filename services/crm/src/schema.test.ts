import { publish } from "@jst/events";
import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { insertContact } from "./contacts/queries.ts";
import { newContact } from "./contacts/rules.ts";
import { tasks } from "./tasks/task.ts";

const database = await testDatabase("crm");

describeMigrations("crm");

describeTenancy("crm", {
  database,
  exceptions: outboxExceptions,
  fill: async (tx) => {
    const contact = await insertContact(tx, newContact({ first_name: "Ada" }));
    publish(tx, { type: "contact.created", id: contact.id, object: contact.body });
    await insertSampleProposal(tx);
    await tasks.insert(tx, tasks.draft({ title: "Call Ada", contact_id: contact.id }), { baseUrl: "" });
  },
});
