import { normaliseFields, requirePatterns } from "@jst/answers";
import { validationFailed, type FieldError } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import { isUuid } from "@jst/rpc";
import { resource, type Normalise } from "@jst/resource";
import { eventTypeDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { locationFaults, storedDetail } from "./location.ts";

/** As select columns have it: a name of the palette or #rrggbb. */
const COLOR = /^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]*)$/;

const matching =
  (isGood: (text: string) => boolean, code: string, message: string): Normalise =>
  (text: string, field, errors) => {
    if (!isGood(text)) errors.push({ field, code, message });
    return text;
  };

/** Event types: the meetings that a team's hosts offer (scheduling.event-type). */
export const eventTypes = resource(eventTypeDeclaration)<Deps>({
  normalise: {
    name: (text: string, field, errors) => {
      const message = "Must be one line without control characters.";
      if (/\p{Cc}/u.test(text.trim())) errors.push({ field, code: "invalid_format", message });
      return text.trim();
    },
    // A path takes ids alone, a parameter takes either: a slug that looks like an id would be taken for one.
    slug: matching((text) => !isUuid(text), "invalid_value", "Must not look like an id."),
    timezone: matching(isTimeZone, "invalid_value", "Must be the name of a time zone such as Europe/Paris."),
    color: matching(
      (text) => COLOR.test(text),
      "invalid_value",
      "Write #rrggbb or the name of a palette colour.",
    ),
    reminders_minutes: (minutes: number[]) => minutes,
    questions: normaliseFields,
  },
  check: async ({ host_id, questions = [] }, call) => {
    await requirePatterns(questions, { teamId: call.caller.team_id, at: "questions" });
    await call.deps.directory.requireKnown(call, { kind: "member", field: "host_id", id: host_id });
  },
  complete: (next) => {
    const errors: FieldError[] = locationFaults(next);
    if (errors.length > 0) throw validationFailed(errors);
    return { ...next, location_detail: storedDetail(next) };
  },
  unless: { active: "t.active" },
  filters: {
    active: (which) => ({ true: "t.active", false: "not t.active", all: "true" })[which],
  },
  texts: ["t.name", "t.slug"],
});
