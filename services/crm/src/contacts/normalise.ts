import type { FieldError } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import type { Normalise, Normalisers } from "@jst/resource";
import { isEmail } from "@jst/values/email";
import { readPhone } from "@jst/values/phone";
import { canonicalLocale, isCountry } from "./formats.ts";

/** Most members `custom` holds (contacts.members). */
const CUSTOM_MAX = 100;

/** The stored form of a text, or undefined when it is refused. */
type Form = (text: string) => string | undefined;

const accept = (check: (text: string) => boolean) => (text: string) => (check(text) ? text : undefined);
const email: Form = (text) => accept(isEmail)(text.trim());

/** The stored form of members of a contact: e-mail trimmed, telephone in E.164, locale canonical, tags distinct. */
export const normalisers: Normalisers = {
  email: text(email, "an e-mail address"),
  additional_emails: (value: string[], field: string, errors: FieldError[]) =>
    value.map((item, index) => text(email, "an e-mail address")(item as never, `${field}.${index}`, errors)),
  phone,
  additional_phones: (value: string[], field: string, errors: FieldError[]) => [
    ...new Set(value.map((item, index) => phone(item, `${field}.${index}`, errors))),
  ],
  timezone: text(accept(isTimeZone), "an IANA time zone such as Europe/Berlin"),
  locale: text(canonicalLocale, "a language tag such as de-AT"),
  tags: (value: string[]) => [...new Set(value)],
  address,
  custom: (value: object, field: string, errors: FieldError[]) => {
    const message = `Must have at most ${CUSTOM_MAX} fields.`;
    if (Object.keys(value).length > CUSTOM_MAX) errors.push({ field, code: "too_many", message });
    return value;
  },
};

/** A telephone number in E.164, however its digits are set apart (values.phones). */
function phone(value: string, field: string, errors: FieldError[]): string {
  const { value: number, fault } = readPhone(value);
  if (fault !== undefined) errors.push({ field, code: fault.code, message: fault.message });
  return number ?? value;
}

function text(form: Form, expected: string): Normalise {
  return (value: string, field: string, errors: FieldError[]) => {
    const normal = form(value);
    if (normal === undefined) errors.push({ field, code: "invalid_format", message: `Must be ${expected}.` });
    return normal ?? value;
  };
}

/** Keeps the members of an address that have a value; an empty address is null. */
function address(value: Record<string, string | null>, field: string, errors: FieldError[]): object | null {
  const country = value["country"];
  if (typeof country === "string" && !isCountry(country)) {
    const message = "Must be a country code of ISO 3166-1 such as DE.";
    errors.push({ field: `${field}.country`, code: "invalid_format", message });
  }
  const filled = Object.entries(value).filter(([, text]) => text !== null);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}
