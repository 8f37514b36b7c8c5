import { validationFailed, type FieldError } from "@jst/errors";
import { isDate, isTimeZone } from "@jst/query";
import type { ContactPatch, NewContact } from "../../gen/rpc.ts";
import { isEmail } from "@jst/rpc";
import { isCountry } from "./countries.ts";
import { canonicalLocale } from "./formats.ts";
import type { ContactValues } from "./contact-values.ts";

/** Most members `custom` holds (contacts.members). */
const CUSTOM_MAX = 100;

/** The stored form of a text, or undefined when it is refused. */
type Normaliser = (text: string) => string | undefined;

const accept = (check: (text: string) => boolean) => (text: string) => (check(text) ? text : undefined);

const email: Normaliser = (text) => accept(isEmail)(text.trim());

const texts: Readonly<Record<string, { normaliser: Normaliser; expected: string }>> = {
  email: { normaliser: email, expected: "an e-mail address" },
  additional_emails: { normaliser: email, expected: "an e-mail address" },
  owner_id: { normaliser: (text) => text.toLowerCase(), expected: "a UUID" },
  timezone: { normaliser: accept(isTimeZone), expected: "an IANA time zone such as Europe/Berlin" },
  locale: { normaliser: canonicalLocale, expected: "a language tag such as de-AT" },
  birth_date: { normaliser: accept(isDate), expected: "a date as YYYY-MM-DD" },
};

/** What a cleared member holds when it is not null. */
const cleared: Readonly<Record<string, unknown>> = {
  additional_emails: [],
  additional_phones: [],
  tags: [],
  custom: {},
};

/**
 * The named members of a body in their stored form: e-mail trimmed, locale canonical, tags distinct, null and
 * the empty text as the member's empty value. Throws validation_failed with every refused member at once.
 */
export function normalise(
  body: NewContact | ContactPatch,
  names: readonly (keyof ContactValues)[],
): Partial<ContactValues> {
  const given = body as Readonly<Record<string, unknown>>;
  const errors: FieldError[] = [];
  const present = names.filter((name) => given[name] !== undefined);
  const members = present.map((name) => [name, stored(name, given[name], errors)]);
  if (errors.length > 0) throw validationFailed(errors);
  return Object.fromEntries(members) as Partial<ContactValues>;
}

function stored(name: string, value: unknown, errors: FieldError[]): unknown {
  if (value === null || value === "") return cleared[name] ?? null;
  if (name === "address") return address(value as Record<string, string | null>, errors);
  if (name === "custom") return custom(value as Record<string, unknown>, errors);
  if (name === "tags") return [...new Set(value as string[])];
  if (Array.isArray(value))
    return value.map((item: string, index) => text(name, `${name}.${index}`, item, errors));
  return text(name, name, value as string, errors);
}

function text(name: string, field: string, value: string, errors: FieldError[]): string {
  const rule = texts[name];
  if (rule === undefined) return value;
  const normal = rule.normaliser(value);
  if (normal === undefined)
    errors.push({ field, code: "invalid_format", message: `Must be ${rule.expected}.` });
  return normal ?? value;
}

/** An address keeps the members that say something; one that says nothing is none. */
function address(value: Record<string, string | null>, errors: FieldError[]): Record<string, string> | null {
  const country = value["country"];
  if (typeof country === "string" && !isCountry(country)) {
    const message = "Must be a country code of ISO 3166-1 such as DE.";
    errors.push({ field: "address.country", code: "invalid_format", message });
  }
  const filled = Object.entries(value).filter((member): member is [string, string] => member[1] !== null);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function custom(value: Record<string, unknown>, errors: FieldError[]): Record<string, unknown> {
  if (Object.keys(value).length > CUSTOM_MAX) {
    errors.push({ field: "custom", code: "too_many", message: `Must have at most ${CUSTOM_MAX} members.` });
  }
  return value;
}
