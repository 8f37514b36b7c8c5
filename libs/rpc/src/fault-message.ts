import { toldNames } from "@jst/errors";

/** Names of types, as their values are written in JSON. */
export const TYPES: Readonly<Record<string, string>> = {
  string: "a text in quotes",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

export const FORMATS: Readonly<Record<string, string>> = {
  uuid: "an id such as 01890a5d-ac96-774b-bcce-b302099a8057",
  date: "a date such as 2026-01-31",
  "date-time": "a time with its zone, such as 2026-01-31T12:00:00Z",
  email: "an e-mail address",
  uri: "a URL",
};

/** Sentences for the patterns of requests and queries, with an example of each. */
export const PATTERNS: Readonly<Record<string, string>> = {
  "^[ -~]+$": "printable ASCII",
  "^[^\\x00-\\x1f\\x7f-\\x9f]+$": "a text without control characters",
  "^[A-Z]{2}$": "a country code of ISO 3166-1 in upper case such as DE",
  "^(?:0|[1-9][0-9]{0,3})(?:\\.[0-9]{1,3})?$": "a percentage with at most three decimal places such as 8.875",
  "^[A-Z]{3}$": "a currency code of ISO 4217 in upper case such as EUR",
  "^[a-z0-9]+(-[a-z0-9]+)*$": "lower-case letters, digits and single hyphens, such as spring-sale-2",
  "^[a-z][a-z0-9_]{0,62}$":
    "lower-case letters, digits and underscores that begin with a letter, such as due_date",
  "^\\s*[^\\s@]+@[^\\s@]+\\s*$": "an e-mail address",
  "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$": "a language tag such as de-AT",
  "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$": "a colour such as #1d4ed8, or the name of one",
  "^[^\\r\\n\\x00]*$": "one line",
  "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$":
    "1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end, such as north-clinic",
  "^[a-z][a-z0-9_]{0,63}$":
    "lower-case letters, digits and underscores that begin with a letter, such as get_weather",
  "^[0-9a-f]{64}$": "64 hexadecimal digits in lower case",
  "^[0-9a-f]{32}$": "32 hexadecimal digits in lower case",
  "^([01][0-9]|2[0-3]):[0-5][0-9]$": "a time of day such as 22:30",
  "^/[!-~]*$": "a path of printable ASCII that begins with a slash and has no blanks, such as /v1/orders",
  "^[a-z_]{1,40}$": "1 to 40 lower-case letters and underscores, such as event_type",
  "^app[A-Za-z0-9]{14}$": "the ID of a base of Airtable: app and 14 letters or digits",
  "^[!-~]{10,500}$": "10 to 500 characters of printable ASCII without blanks",
  "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$": "an absolute URI such as http://loinc.org",
};

/** Fault of a value by a schema: its keyword, with the parameters of ajv. */
export interface SchemaFault {
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  /** The members that the object may have, where they are to be told. */
  accepted?: readonly string[];
}

const counted = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? "" : "s"}`;

type Sentence = (params: Readonly<Record<string, unknown>>, accepted: readonly string[]) => string;
const unknownMember: Sentence = (_params, accepted) =>
  accepted.length === 0
    ? "This field is not accepted here."
    : `This field is not accepted here. Accepted fields: ${toldNames(accepted)}.`;

/** A sentence for each keyword that a schema of the contract may use. */
const sentences: Readonly<Record<string, Sentence>> = {
  additionalProperties: unknownMember,
  unevaluatedProperties: unknownMember,
  required: () => "This field is required.",
  type: ({ type }) => `Must be ${TYPES[String(type)] ?? String(type)}.`,
  enum: ({ allowedValues }) => `Must be one of: ${toldNames((allowedValues as unknown[]).map(String))}.`,
  const: ({ allowedValue }) => `Must be ${JSON.stringify(allowedValue)}.`,
  format: ({ format }) => `Must be ${FORMATS[String(format)] ?? `a value of the format ${String(format)}`}.`,
  pattern: ({ pattern }) =>
    `Must be ${PATTERNS[String(pattern)] ?? `a text that matches ${String(pattern)}`}.`,
  minLength: ({ limit, isSeen }) =>
    isSeen === false
      ? "Must have at least one visible character."
      : `Must have at least ${counted(limit, "character")}.`,
  maxLength: ({ limit }) => `Must have at most ${counted(limit, "character")}.`,
  minimum: ({ limit }) => `Must be at least ${String(limit)}.`,
  maximum: ({ limit }) => `Must be at most ${String(limit)}.`,
  exclusiveMinimum: ({ limit }) => `Must be more than ${String(limit)}.`,
  exclusiveMaximum: ({ limit }) => `Must be less than ${String(limit)}.`,
  multipleOf: ({ multipleOf }) => `Must be a multiple of ${String(multipleOf)}.`,
  minItems: ({ limit }) => `Must have at least ${counted(limit, "item")}.`,
  maxItems: ({ limit }) => `Must have at most ${counted(limit, "item")}.`,
  minProperties: ({ limit }) => `Must have at least ${counted(limit, "field")}.`,
  maxProperties: ({ limit }) => `Must have at most ${counted(limit, "field")}.`,
  uniqueItems: () => "Must not contain the same item twice.",
  propertyNames: () => "Contains a field with a name that is not valid. Correct the name.",
};

/** Says what is wrong with a value and which values are accepted. */
export function faultMessage({ keyword, params, accepted = [] }: SchemaFault): string {
  return sentences[keyword]?.(params, accepted) ?? "This value is not accepted here.";
}
