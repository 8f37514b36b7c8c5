import type { Resources } from "@jst/changes";
import { consents } from "./consents/consent.ts";
import { suppressions } from "./suppressions/suppression.ts";
import { templateNames, templates } from "./templates/template.ts";

/** What comms records changes of. */
export const resources: Resources = {
  // A record of consent is evidence, and so is what keeps messages away (comms.final).
  consents: consents.recorded({
    finalBecause: () => "A record of consent stays; record what holds now in another one.",
  }),
  suppressions: suppressions.recorded({
    finalBecause: () => "A suppression ends when it is lifted; suppress the address again to have it back.",
  }),
  templates: templates.recorded({ undo: { findRefused: templateNames.findRefused } }),
};
