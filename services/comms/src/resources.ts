import type { Resources } from "@jst/changes";
import { consents } from "./consents/consent.ts";
import { emailRules } from "./email-rules/email-rule.ts";
import { messages } from "./messages/message.ts";
import { hiddenValues } from "./messages/sealed-content.ts";
import { suppressions } from "./suppressions/suppression.ts";
import { templates } from "./templates/template.ts";

/** Resources whose changes comms records. */
export const resources: Resources = {
  // A record of consent is evidence, and so is what keeps messages away (comms.final).
  consents: consents.recorded({
    finalBecause: () => "A record of consent cannot be undone. Add another record with the present consent.",
  }),
  // A sent message is public (comms.final). An earlier release stored texts with their secrets.
  messages: messages.recorded({
    images: { shown: hiddenValues },
    recipients: ({ op, after }) => (op === "create" && after?.["direction"] === "outbound" ? 1 : 0),
    finalBecause: () => "A message that is sent cannot be undone.",
  }),
  suppressions: suppressions.recorded({
    finalBecause: () => "A lifted suppression cannot be undone. Suppress the address again.",
  }),
  email_rules: emailRules.recorded(),
  templates: templates.recorded(),
};
