import { isDate } from "@jst/query";
import { isEmail } from "@jst/values/email";
import { fits, type Reading } from "@jst/values";
import { PHONE_HELP, readPhone } from "@jst/values/phone";
import type { AskedField } from "./field.ts";
import { boundsOf } from "./field-types.ts";
import { Unread } from "./unread.ts";

/** Code and message of what is wrong with an answer. */
export type Fault = readonly [code: string, message: string];

/** Finds the fault of an answer that is present; undefined for a valid one. */
type Check = (value: never, field: AskedField) => Fault | undefined;

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
/** Most characters of the members of a contact that a text may fill. */
const FILLED_MAX: Readonly<Record<string, number>> = { first_name: 100, last_name: 100, company: 200 };

const mismatch = (expected: string): Fault => ["type_mismatch", `Must be ${expected}.`];

const form =
  (isGood: (text: string) => boolean, expected: string): Check =>
  (text: string) =>
    isGood(text) ? undefined : ["invalid_format", `Must be ${expected}.`];

const withinBounds = (value: number, field: AskedField, unit = ""): Fault | undefined => {
  const { least, most } = boundsOf(field);
  if (value >= least && value <= most) return undefined;
  const parts = [
    ...(least === -Infinity ? [] : [`at least ${least}`]),
    ...(most === Infinity ? [] : [`at most ${most}`]),
  ];
  return ["out_of_range", `Must be ${parts.join(" and ")}${unit}.`];
};

const option: Check = (text: string, { options = [] }) =>
  options.includes(text) ? undefined : ["invalid_option", "Must be one of the options."];

const choices: Check = (list: unknown[], field) => {
  const isOffered = list.every((one) => typeof one === "string" && field.options?.includes(one));
  if (!isOffered || new Set(list).size < list.length)
    return ["invalid_option", "Must be a list of options of this field, each at most once."];
  return withinBounds(list.length, field, " options");
};

const anyText: Check = () => undefined;

/** Texts by type, after it was found that they are texts. */
const ofTexts: Partial<Record<AskedField["type"], Check>> = {
  short_text: anyText,
  long_text: anyText,
  hidden: anyText,
  email: form(isEmail, "an e-mail address"),
  phone: anyText,
  date: form(isDate, "a date such as 2026-01-31"),
  time: form((text) => TIME.test(text), "a time such as 09:30"),
  url: form(isAddress, "a web address such as https://example.com"),
  single_choice: option,
};

/**
 * An answer as it is stored, a telephone number by the country; a text that cannot be read as its type has a fault
 * instead.
 */
export function storedForm({ type }: AskedField, value: unknown, country?: string): Reading<unknown> {
  if (value instanceof Unread) return { fault: value.fault };
  if (typeof value !== "string") return fits(value);
  if (type === "email") return fits(value.trim());
  if (type !== "phone") return fits(value);
  const { value: number, fault } = readPhone(value, country);
  // Settings of the team are nothing to who answers.
  return fault === undefined ? fits(number) : { fault: { ...fault, message: PHONE_HELP } };
}

/**
 * Finds the fault of an answer that is not empty, by the type and bounds of its field; undefined for a good one.
 * Patterns are matched apart (patternMatches).
 */
export function faultOf(field: AskedField, value: unknown, files: ReadonlySet<string>): Fault | undefined {
  const check = ofTexts[field.type];
  if (check !== undefined)
    return typeof value === "string" ? textFault(field, value, check) : mismatch("a text");
  switch (field.type) {
    case "number":
      return typeof value === "number" ? withinBounds(value, field) : mismatch("a number");
    case "rating":
      return Number.isInteger(value) ? withinBounds(value as number, field) : mismatch("a whole number");
    case "multi_choice":
      return Array.isArray(value) ? choices(value as never, field) : mismatch("a list of options");
    case "file":
      if (typeof value !== "string") return mismatch("the id of a file");
      return files.has(value.toLowerCase())
        ? undefined
        : ["not_found", "No file of your team has this id. Check the id."];
    case "consent":
      if (value === false && field.required) return ["required", "This needs your consent."];
      return typeof value === "boolean" ? undefined : mismatch("true or false");
    default:
      return typeof value === "boolean" ? undefined : mismatch("true or false");
  }
}

function textFault(field: AskedField, text: string, check: Check): Fault | undefined {
  const most = FILLED_MAX[field.maps_to ?? ""] ?? Infinity;
  const { length } = Array.from(text);
  if (length > most) return ["out_of_range", `Must have at most ${most} characters.`];
  return withinBounds(length, field, " characters") ?? check(text as never, field);
}

/** An address of http or https as a browser reads it, without the blanks that it would drop. */
function isAddress(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  return ["http:", "https:"].includes(new URL(text).protocol);
}
