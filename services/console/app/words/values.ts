import { DOORS } from "./actors.ts";
import { CONTACTS } from "./contacts.ts";
import { EVENT_TYPES } from "./calendar.ts";
import { FIELD_TYPES } from "./forms.ts";
import { FILES } from "./library.ts";
import { MESSAGES } from "./messages.ts";
import { INVOICES, MONEY } from "./money.ts";
import { APPROVERS, HANDS, OPS, OUTCOMES, RULE_RESOURCES } from "./rules.ts";

/** Words of the values of members whose values are words of the API. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  actor_types: HANDS,
  attention: { refusal: "asks for no more messages", unclear: "unclear reply" },
  cancelled_by_role: { attendee: "the guest", host: "the host", team: "the team", system: "the platform" },
  channel: MESSAGES.channels,
  collection_method: { send_invoice: "by invoice", charge_automatically: "charged automatically" },
  direction: { inbound: "received", outbound: "sent" },
  doors: { ...DOORS, internal: "the platform" },
  interval: MONEY.intervals,
  last_error: {
    url_not_public: "the address is not public",
    name_not_resolved: "the host name is not found",
    tls_failed: "the certificate is not valid",
    timeout: "no response in time",
    connection_failed: "no connection",
  },
  lifecycle_stage: CONTACTS.stages,
  location_type: EVENT_TYPES.places,
  method: INVOICES.methods,
  ops: OPS,
  outcome: {
    ...OUTCOMES,
    accepted: "accepted",
    temporary: "failed for now",
    permanent: "failed for good",
  },
  purpose: MESSAGES.purposes,
  resources: RULE_RESOURCES,
  roles: APPROVERS,
  single_submission_by: { none: "no limit", email: "e-mail address", contact: "contact" },
  tax_behavior: MONEY.behaviors,
  tax_category: MONEY.categories,
  tax_rounding: MONEY.roundings,
  type: FIELD_TYPES,
  visibility: FILES.visibilities,
};

/** The value of a member in words; undefined for a value without one. */
export function valueWord(member: string, value: string): string | undefined {
  const words = Object.hasOwn(VALUES, member) ? VALUES[member] : undefined;
  return words !== undefined && Object.hasOwn(words, value) ? words[value] : undefined;
}

const HOURS_OF_DAY = 24;

/** Members that are a number of hours. */
export const isHours = (member: string): boolean => member === "timeout_hours";

/** Hours in words: 14 days, 36 hours. */
export function hoursInWords(hours: number): string {
  const isDays = hours % HOURS_OF_DAY === 0;
  const count = isDays ? hours / HOURS_OF_DAY : hours;
  return `${count} ${isDays ? "day" : "hour"}${count === 1 ? "" : "s"}`;
}
