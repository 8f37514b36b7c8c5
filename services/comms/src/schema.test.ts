import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { uuidv7 } from "@jst/db";
import { consents } from "./consents/consent.ts";
import { emailRules } from "./email-rules/email-rule.ts";
import { queueMessage } from "./messages/queries.ts";
import { storeMatches } from "./rule-actions/queue.ts";
import { suppressions } from "./suppressions/suppression.ts";
import { TEST_SECRETS } from "./testing/test-comms.ts";
import { templates } from "./templates/template.ts";
import { texts } from "./texts.ts";

const database = await testDatabase("comms");

describeMigrations("comms");

const sends = "the sender works for all teams";

describeTenancy("comms", {
  database,
  texts,
  exceptions: {
    ...outboxExceptions,
    keys: {
      ...outboxExceptions.keys,
      receiving_addresses_one_team: "one team of the fleet receives messages at an address",
    },
    policies: {
      ...outboxExceptions.policies,
      "messages.lookup_reported": "finds whose message a report of Twilio is about",
      "receiving_addresses.lookup": "finds whose a message is that comes in",
      "messages.lookup": "finds whose message an address of unsubscribing is of",
      "queue.worker": sends,
      "messages.worker": sends,
      "consents.worker": sends,
      "suppressions.worker": sends,
      "merged_contacts.worker": sends,
      "settings.worker": "seals the secrets of all teams anew",
      "outbox.worker": sends,
      "rule_actions.worker": "what rules want done is run for all teams",
      "notifications.worker": "notices of all teams are mailed, and removed when they are old",
      "notification_preferences.worker": "notices of all teams are mailed",
      "notice_facts.worker": "facts of all teams are forgotten when they are old",
      "digests.worker": "unread notices of all teams are mailed",
    },
  },
  fill: async (tx) => {
    await insertSampleProposal(tx);
    const draft = templates.draft({ name: "Shipped", channel: "sms", text: "It is on its way." });
    await templates.insert(tx, draft, { baseUrl: "" });
    const address = "ada@example.com";
    const consent = { address, channel: "email", purpose: "marketing", status: "opted_out", source: "page" };
    await consents.insert(tx, consents.draft(consent), { baseUrl: "" });
    await suppressions.insert(tx, suppressions.draft({ address, channel: "email" }), { baseUrl: "" });
    const rule = {
      name: "Invoices",
      match: { all: [{ field: "subject", op: "contains", value: "invoice" }] },
      actions: [{ type: "tag_contact", tag: "invoices" }],
    };
    await emailRules.insert(tx, emailRules.draft(rule), { baseUrl: "" });
    tx.keepOpen();
    await tx.query({
      text: "insert into comms.settings (team_id, key, value) values ($1, 'comms.email.provider', 'capture')",
      values: [tx.context.teamId],
    });
    await tx.query({
      text: "insert into comms.receiving_addresses (team_id, address) values ($1, '+14155550100')",
      values: [tx.context.teamId],
    });
    await tx.query({
      text: `insert into comms.notifications (team_id, member_id, kind, title, path, subject_type, subject_id, actor, fact_id, in_app, wants_mail)
        values ($1, $2, 'proposal_waits', 'Create contact', '/console/approvals/1', 'changeset', '1', '{}', $2, true, true)`,
      values: [tx.context.teamId, uuidv7()],
    });
    for (const [table, id] of [
      ["notification_preferences", "member_id"],
      ["notice_facts", "fact_id"],
    ])
      await tx.query({
        text: `insert into comms.${table} (team_id, ${id}) values ($1, $2)`,
        values: [tx.context.teamId, uuidv7()],
      });
    const says = {
      subject: "Hello",
      text: "Hello",
      html: null,
      template_id: null,
      variables: {},
      metadata: {},
    };
    const who = { channel: "email", from: null, to: address, address, contact_id: null, reply_to: null };
    const how = { purpose: "transactional", consent: {}, provider: "capture", test: false };
    await storeMatches(
      tx,
      { id: uuidv7(), contact_id: null },
      {
        matched: [{ id: uuidv7(), name: "Invoices", actions: [{ type: "tag_contact", tag: "invoices" }] }],
        sender: { name: "Ada", address },
        subject: "Hello",
        isAutomatic: false,
      },
    );
    await queueMessage(tx, { ...says, ...who, ...how }, TEST_SECRETS);
  },
});
