import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
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
  },
});
