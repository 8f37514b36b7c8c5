import { type Field, sortText } from "@jst/query";
import { emailSpellings, foldedEmail, isEmail } from "@jst/values/email";
import { readPhone, storedPhone } from "@jst/values/phone";
import { fits, misfit, mismatch, noOptions, type Reading, type TypeDefinition } from "./definition.ts";

/** Characters of a text cell (limits.cells). */
export const TEXT_CHARS_MAX = 100_000;

const URL_CHARS_MAX = 2048;

/**
 * SQL for a cell as text, through the leakproof accessor (fleet.md: an index may then answer under row-level security).
 */
export const cellText = (name: string) => `platform.jsonb_text(r.data, '${name}')`;

/** A type whose cells are texts that `read` accepts. */
export function textType(read: (text: string, country?: string) => Reading): TypeDefinition {
  return {
    read: (value, _options, country) =>
      typeof value === "string" ? read(value, country) : mismatch("a text"),
    field: textField,
    options: noOptions,
    comparable: true,
    adapt: asText,
  };
}

/** Any text up to the limit. */
export const text: TypeDefinition = {
  ...textType((value) => {
    if (value.length <= TEXT_CHARS_MAX || Array.from(value).length <= TEXT_CHARS_MAX) return fits(value);
    return misfit("too_long", `Must have at most ${TEXT_CHARS_MAX} characters.`);
  }),
  mayBeBlank: true,
};

/** An e-mail address as it was spelled; filters and unique columns compare it folded (values.emails). */
export const email: TypeDefinition = {
  ...textType((value) => {
    const trimmed = value.trim();
    if (isEmail(trimmed)) return fits(trimmed);
    return misfit("invalid_format", "Must be an e-mail address such as ada@example.com.");
  }),
  field: (name) => ({ ...textField(name), spellings: emailSpellings }),
  compared: (cell) => (typeof cell === "string" ? foldedEmail(cell) : cell),
};

/** A telephone number in E.164, however its digits are set apart, in filters too (values.phones). */
export const phone: TypeDefinition = {
  ...textType((value, country) => {
    const { value: number, fault } = readPhone(value, country);
    return fault === undefined ? fits(number) : misfit(fault.code, fault.message);
  }),
  field: (name) => ({ ...textField(name), kept: storedPhone }),
};

/** An absolute http or https address (tables.types). */
export const url = textType((value) =>
  value.length <= URL_CHARS_MAX && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value)
    ? fits(value)
    : misfit("invalid_format", `Must be an http or https URL of at most ${URL_CHARS_MAX} characters.`),
);

function textField(name: string): Omit<Field, "name"> {
  return { kind: "text", sql: cellText(name), sort: sortText(cellText(name)) };
}

/** The text of a value that has exactly one. */
function asText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
