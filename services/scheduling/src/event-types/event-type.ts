import { normaliseFields, requirePatterns } from "@jst/answers";
import { type FieldError, validationFailed } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import { type Normalise, resource } from "@jst/resource";
import { isUuid } from "@jst/rpc";
import { readPhone } from "@jst/values/phone";
import { eventTypeDeclaration, type EventTypeValues } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

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
    slug: matching(
      (text) => !isUuid(text),
      "invalid_value",
      "The slug looks like an id, so it cannot be used. Choose another slug, such as spring-sale.",
    ),
    timezone: matching(isTimeZone, "invalid_value", "Must be an IANA time zone such as Europe/Paris."),
    color: matching(
      (text) => COLOR.test(text),
      "invalid_value",
      "Must be a colour such as #1d4ed8, or the name of a palette colour.",
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

type Location = Pick<EventTypeValues, "location_type" | "location_detail">;

/** Rules for the detail of a place (scheduling.location); other places take no detail. */
const details: Readonly<
  Record<string, { isNeeded: boolean; isGood: (text: string) => boolean; what: string }>
> = {
  in_person: { isNeeded: true, isGood: () => true, what: "an address" },
  link: { isNeeded: true, isGood: isSecureAddress, what: "an address that begins with https://" },
  video: { isNeeded: false, isGood: isSecureAddress, what: "an address that begins with https://" },
  phone_inbound: {
    isNeeded: true,
    isGood: (text) => readPhone(text).value !== undefined,
    what: "a telephone number with its country code, such as +49 30 901820",
  },
};

/** Returns the faults of the detail of an event type's place. */
export function locationFaults({ location_type: type, location_detail: text }: Location): FieldError[] {
  const refused = (code: string, message: string) => [{ field: "location_detail", code, message }];
  const detail = details[type];
  if (detail === undefined)
    return text === null
      ? []
      : refused(
          "not_allowed",
          `The location type ${type} cannot have location_detail. Remove location_detail.`,
        );
  if (text === null)
    return detail.isNeeded ? refused("required", `The location type ${type} needs ${detail.what}.`) : [];
  return detail.isGood(text)
    ? []
    : refused("invalid_format", `The location_detail of the location type ${type} must be ${detail.what}.`);
}

/** The detail as it is stored: a telephone number in E.164, however its digits are set apart. */
export function storedDetail({ location_type: type, location_detail: text }: Location): string | null {
  return type === "phone_inbound" && text !== null ? (readPhone(text).value ?? text) : text;
}

/** An address of https as a browser reads it, without the blanks that it would drop. */
function isSecureAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) && new URL(text).protocol === "https:";
}
