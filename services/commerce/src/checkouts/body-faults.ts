import type { FieldError } from "@jst/errors";
import { documentFaults, membersOf } from "../documents/body-faults.ts";
import { returnUrlFaults } from "./return-urls.ts";

/** The rules of a new checkout that its schema does not have (commerce.checkout). */
export function checkoutFaults(body: unknown, written: () => unknown): FieldError[] {
  const given = membersOf(body);
  return [...documentFaults(body, written), ...returnUrlFaults(given), ...wholeFaults(given)];
}

/** Lines or an invoice, and what goes with either. */
function wholeFaults(given: Readonly<Record<string, unknown>>): FieldError[] {
  const { line_items: lines, invoice_id: invoice, currency, mode = "payment", recurring } = given;
  const [hasLines, hasInvoice] = [lines != null, invoice != null];
  const faults: FieldError[] = [];
  const add = (field: string, code: "required" | "not_allowed", message: string) =>
    faults.push({ field, code, message });
  if (hasLines === hasInvoice)
    add("line_items", hasLines ? "not_allowed" : "required", "Give either line_items or invoice_id.");
  if (hasLines && currency == null) add("currency", "required", "Lines need a currency.");
  if (mode === "subscription" && hasInvoice && !hasLines)
    add("mode", "not_allowed", "An invoice is paid once: take mode payment.");
  else if (mode === "subscription" && recurring == null)
    add("recurring", "required", "A subscription needs to know how often it repeats.");
  if (mode === "payment" && recurring != null)
    add("recurring", "not_allowed", "Only mode subscription repeats.");
  return faults;
}
