import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { contacts } from "./contacts/contact.ts";
import { forms } from "./forms/form.ts";
import { tasks } from "./tasks/task.ts";
import { workflowExamples } from "./seeds/workflow-examples.ts";
import { workflows } from "./workflows/workflow.ts";

const database = await testDatabase("crm");

describeMigrations("crm");

describeTenancy("crm", {
  database,
  exceptions: outboxExceptions,
  fill: async (tx) => {
    const { body } = await contacts.insert(tx, contacts.draft({ first_name: "Ada" }), { baseUrl: "" });
    const contact = JSON.parse(body as string) as { id: string };
    await insertSampleProposal(tx);
    await forms.insert(tx, forms.draft({ title: "Newsletter" }), { baseUrl: "" });
    await tasks.insert(tx, tasks.draft({ title: "Call Ada", contact_id: contact.id }), { baseUrl: "" });
    for (const example of workflowExamples(new Date()).slice(0, 1))
      await workflows.store.insert(tx, workflows.draft(example), false);
  },
});
