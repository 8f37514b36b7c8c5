import { AppError, type FieldError } from "@jst/errors";
import { parseTarget, UrlRefused } from "@jst/jobs/outbound";

const FIELDS = ["success_url", "cancel_url"] as const;
/** Nobody is sent to the platform's own network, and what a name resolves to is not asked. */
const RULES = { allowsLoopback: false, refusedHosts: [], refusedRanges: [] };
// Blanks, controls, characters that a parser drops, and the backslash that it reads as a slash.
const HIDDEN = /[\s\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the faults of the return addresses by their text: https, without user and password. */
export function returnUrlFaults(given: Readonly<Record<string, unknown>>): FieldError[] {
  return FIELDS.flatMap((field): FieldError[] => {
    const text = given[field];
    if (typeof text !== "string" || isWebAddress(text)) return [];
    const message = "Write an address that begins with https:// and a host, without a user.";
    return [{ field, code: "invalid_format", message }];
  });
}

const isWebAddress = (text: string): boolean =>
  /^https:\/\/[^/?#@]+([/?#]|$)/i.test(text) && !HIDDEN.test(text) && URL.canParse(text);

/** Throws url_not_public with each of the addresses that is not on the public internet (commerce.return-urls). */
export function requirePublic(given: Readonly<Record<(typeof FIELDS)[number], string>>): void {
  const errors = FIELDS.flatMap((field): FieldError[] => {
    const message = whyNot(given[field]);
    return message === undefined ? [] : [{ field, code: "url_not_public", message }];
  });
  const [first] = errors;
  if (first !== undefined) throw new AppError("url_not_public", first.message, { errors });
}

function whyNot(url: string): string | undefined {
  try {
    parseTarget(url, RULES);
    return undefined;
  } catch (error) {
    if (error instanceof UrlRefused) return error.message;
    throw error;
  }
}
