import type { Resources } from "@jst/changes";
import { templateNames, templates } from "./templates/template.ts";

/** What comms records changes of. */
export const resources: Resources = {
  templates: templates.recorded({ undo: { findRefused: templateNames.findRefused } }),
};
