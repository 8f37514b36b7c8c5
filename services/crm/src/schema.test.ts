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
import { insertTask } from "./tasks/queries.ts";
import { newTask } from "./tasks/task-values.ts";

const database = await testDatabase("crm");

describeMigrations("crm");

describeTenancy("crm", {
  database,
  exceptions: outboxExceptions,
  fill: async (tx) => {
    const contact = await insertContact(tx, newContact({ first_name: "Ada" }));
    publish(tx, { type: "contact.created", id: contact.id, object: contact.body });
    await insertSampleProposal(tx);
    await insertTask(tx, newTask({ title: "Call Ada", contact_id: contact.id }));
  },
});
