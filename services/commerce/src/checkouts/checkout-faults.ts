import { AppError, type FieldError } from "@jst/errors";
import { parseTarget, UrlRefused } from "@jst/jobs/outbound";
import { documentFaults, membersOf } from "../documents/draft.ts";

/** Finds the faults of a new checkout that its schema does not find (commerce.checkout). */
export function checkoutFaults(body: unknown, written: () => unknown): FieldError[] {
  const given = membersOf(body);
  return [...documentFaults(body, written), ...returnUrlFaults(given), ...wholeFaults(given)];
}

/** Finds faults between members: a checkout is of lines or of an invoice. */
function wholeFaults(given: Readonly<Record<string, unknown>>): FieldError[] {
  const { line_items: lines, invoice_id: invoice, currency, mode = "payment", recurring } = given;
  const [hasLines, hasInvoice] = [lines != null, invoice != null];
  const faults: FieldError[] = [];
  const add = (field: string, code: "required" | "not_allowed", message: string) =>
    faults.push({ field, code, message });
  if (hasLines === hasInvoice)
    add(
      "line_items",
      hasLines ? "not_allowed" : "required",
      "Send either line_items or invoice_id, not both.",
    );
  if (hasLines && currency == null)
    add("currency", "required", "line_items need the field currency, such as EUR.");
  if (mode === "subscription" && hasInvoice && !hasLines)
    add("mode", "not_allowed", 'An invoice is paid once, so the mode must be "payment".');
  else if (mode === "subscription" && recurring == null)
    add(
      "recurring",
      "required",
      'The mode "subscription" needs the field recurring, which says how often the payment repeats.',
    );
  if (mode === "payment" && recurring != null)
    add(
      "recurring",
      "not_allowed",
      'Only the mode "subscription" can have recurring. Remove recurring, or change the mode.',
    );
  return faults;
}

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
    const message = "Must be an https:// URL with a host and without a user.";
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
