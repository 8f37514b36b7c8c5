import type { TeamTx } from "@jst/db";
import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  insertSearched,
  outboxExceptions,
  searchExceptions,
  testDatabase,
} from "@jst/testing";
import { keepConsent } from "./consents/take-consents.ts";
import { comments } from "./comments/comment.ts";
import { contacts } from "./contacts/contact.ts";
import { forms } from "./forms/form.ts";
import { submit } from "./submissions/submit.ts";
import { tasks } from "./tasks/task.ts";
import { packetOf } from "./packets/drafted-packet.ts";
import { insertPacket, saveSheet } from "./packets/store.ts";
import { workflowExamples } from "./seeds/workflow-examples.ts";
import { workflows } from "./workflows/workflow.ts";
import { texts } from "./texts.ts";

const database = await testDatabase("crm");

describeMigrations("crm");

describeTenancy("crm", {
  database,
  texts,
  exceptions: {
    shared: { ...outboxExceptions.shared, ...searchExceptions.shared },
    keys: { ...outboxExceptions.keys, ...searchExceptions.keys },
    policies: {
      ...outboxExceptions.policies,
      ...searchExceptions.policies,
      "import_jobs.worker": "the worker does the jobs of all teams' imports, and reads nothing but their ids",
      "changeset_undos.worker": "the worker goes on with the undos of sets of all teams",
      "contacts.worker":
        "the worker has the contacts of all teams walked through for the index, and reads no member",
    },
  },
  fill: async (tx) => {
    const { body } = await contacts.insert(tx, contacts.draft({ first_name: "Ada" }), { baseUrl: "" });
    const contact = JSON.parse(body as string) as { id: string };
    await insertSampleProposal(tx);
    await insertSearched(tx, "crm");
    const fields = [{ id: "email", label: "E-mail", type: "email", maps_to: "email" }];
    const draft = forms.draft({ title: "Newsletter", status: "published", fields });
    const form = JSON.parse((await forms.insert(tx, draft, { baseUrl: "" })).body as string) as {
      id: string;
    };
    const data = { email: "ada@example.com" };
    await submit(tx, form.id, { data, source: "api", metadata: {}, faults: [] });
    const known = { address: "ada@example.com", channel: "email", purpose: "marketing", status: "opted_in" };
    await keepConsent(tx, { id: contact.id, data: { ...known, at: "2026-01-02T03:04:05.678Z" } });
    await tasks.insert(tx, tasks.draft({ title: "Call Ada", contact_id: contact.id }), { baseUrl: "" });
    const comment = comments.draft({ resource: "contact", resource_id: contact.id, text: "Hello" });
    const columns = { html: "", mentions: [], noticed: [] };
    await comments.insert(tx, { ...comment, ...columns }, { baseUrl: "" });
    for (const example of workflowExamples(new Date(), "").slice(0, 1))
      await workflows.store.insert(tx, workflows.draft(example));
    const { id: packet } = await insertPacket(tx, packetOf({ title: "Plan", reviewers: [], items: [] }, []));
    await saveSheet(tx, { packet, reviewer: packet, answers: {} });
    await fillImports(tx);
  },
});

/** Stores one row of each table of imports. */
async function fillImports(tx: TeamTx): Promise<void> {
  const statements = [
    `insert into crm.imports (name, status, source, options, counts, progress, created_by_type, created_by_id)
      values ('May', 'ready', '{}', '{}', '{}', '{}', 'system', '')`,
    "insert into crm.import_sources (import_id, content) values (uuidv7(), 'a')",
    `insert into crm.import_rows (import_id, generation, part, row, line, verdict, state, data, cells, errors, warnings)
      values (uuidv7(), 0, 0, 1, 2, 'create', 'waiting', '{}', '[]', '[]', '[]')`,
    "insert into crm.import_keys (import_id, generation, key, part, row) values (uuidv7(), 0, 'a', 0, 1)",
    "insert into crm.import_jobs (import_id, line_id, due_at) values (uuidv7(), uuidv7(), now())",
    "insert into crm.changeset_undos (undo_id, options, due_at) values (uuidv7(), '{}', now())",
  ];
  for (const text of statements) await tx.query({ text, values: [] });
}
