import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { consents } from "./consents/consent.ts";
import { suppressions } from "./suppressions/suppression.ts";
import { templates } from "./templates/template.ts";

const database = await testDatabase("comms");

describeMigrations("comms");

describeTenancy("comms", {
  database,
  exceptions: outboxExceptions,
  fill: async (tx) => {
    await insertSampleProposal(tx);
    const draft = templates.draft({ name: "Shipped", channel: "sms", text: "It is on its way." });
    await templates.insert(tx, draft, { baseUrl: "" });
    const address = "ada@example.com";
    const consent = { address, channel: "email", purpose: "marketing", status: "opted_out", source: "page" };
    await consents.insert(tx, consents.draft(consent), { baseUrl: "" });
    await suppressions.insert(tx, suppressions.draft({ address, channel: "email" }), { baseUrl: "" });
  },
});
