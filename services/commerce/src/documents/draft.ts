import { one, type Row, type Statement } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { BillTo, LineItemCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireCurrency } from "../money/currency.ts";
import { lineFaults, pricedLines, shownTotals, type ShownTotals } from "../money/line-items.ts";
import { PLAIN_TERMS, type TaxTerms } from "../money/tax.ts";
import { settingOf } from "../settings/team-settings.ts";

/** Members of any new document. */
interface NewDocument {
  contact_id: string;
  currency: string;
  line_items: readonly LineItemCreate[];
  tax_behavior?: TaxTerms["tax_behavior"];
  tax_rounding?: TaxTerms["tax_rounding"];
  memo?: string;
  footer?: string;
  metadata?: Record<string, unknown>;
}

/** Common columns of documents. */
export interface Draft extends ShownTotals {
  contact_id: string;
  bill_to: BillTo;
  currency: string;
  line_items: readonly object[];
  memo: string | null;
  footer: string | null;
  metadata: object;
}

/** Lines with what they come to, in a currency. */
export type PricedDocument = Pick<Draft, "currency" | "line_items" | keyof ShownTotals>;

/** Terms of documents, if a team has set no others (commerce.settings). */
const findTerms: Statement = {
  name: "commerce.settings.terms",
  text: `select ${settingOf("commerce.tax_behavior", `'${PLAIN_TERMS.tax_behavior}'`)} as tax_behavior,
  ${settingOf("commerce.tax_rounding", `'${PLAIN_TERMS.tax_rounding}'`)} as tax_rounding`,
  values: [],
};

/** Reads the terms of a new document: the team's settings complete its body (commerce.settings). */
export async function termsOf(
  { tax_behavior, tax_rounding }: Partial<TaxTerms>,
  call: Pick<Call<Deps>, "read">,
): Promise<TaxTerms> {
  if (tax_behavior !== undefined && tax_rounding !== undefined) return { tax_behavior, tax_rounding };
  const set = one(await call.read<TaxTerms & Row>(findTerms));
  return {
    tax_behavior: tax_behavior ?? set.tax_behavior,
    tax_rounding: tax_rounding ?? set.tax_rounding,
  };
}

/** Prices the lines that a body names as `field`. Throws for a currency and amounts that are not valid. */
export function linesOf(
  { currency, line_items }: Pick<NewDocument, "currency" | "line_items">,
  terms: TaxTerms,
  field = "line_items",
): PricedDocument {
  requireCurrency(currency);
  const { lines, ...totals } = pricedLines(line_items, terms, field);
  return { currency, line_items: lines, ...totals };
}

/**
 * Makes the document of a body, which names its lines as `field`. Throws for a currency, amounts and a contact that are
 * not valid.
 */
export async function draftOf(body: NewDocument, call: Call<Deps>, field = "line_items"): Promise<Draft> {
  const priced = linesOf(body, await termsOf(body, call), field);
  const { memo = "", footer = "", metadata = {} } = body;
  const contactId = body.contact_id.toLowerCase();
  return {
    contact_id: contactId,
    bill_to: await call.deps.payers.find(call, contactId),
    ...priced,
    memo: memo === "" ? null : memo,
    footer: footer === "" ? null : footer,
    metadata,
  };
}

/** Copies the members of a quote or a checkout to what it becomes; later changes of the contact do not count. */
export function copiedMembers<Payer>(
  { currency, line_items, memo, metadata, ...document }: Omit<Draft, "contact_id" | "bill_to" | "footer">,
  payer: Payer,
) {
  return { ...payer, currency, line_items, memo, metadata, ...shownTotals(document) };
}

const KEY_MAX = 100;
const VALUE_MAX = 500;

/** Returns the members of a body; none if it is not an object, which its schema refuses. */
export const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};

/** Finds the faults of lines and metadata that the schema of a document does not find. */
export function documentFaults(body: unknown, written: () => unknown, lines = "line_items"): FieldError[] {
  return [...lineFaults(lines, body, written), ...metadataFaults(membersOf(body)["metadata"])];
}

function metadataFaults(metadata: unknown): FieldError[] {
  return Object.entries(membersOf(metadata)).flatMap(([key, value]): FieldError[] => {
    const field = `metadata.${key.slice(0, KEY_MAX).toWellFormed()}`;
    const length = Array.from(key).length;
    if (length < 1 || length > KEY_MAX)
      return [
        {
          field,
          code: "invalid_value",
          message: `The name of a metadata field must have 1 to ${KEY_MAX} characters.`,
        },
      ];
    if (typeof value !== "string")
      return [{ field, code: "invalid_type", message: "Must be a text in quotes." }];
    return Array.from(value).length > VALUE_MAX
      ? [{ field, code: "too_long", message: `Must have at most ${VALUE_MAX} characters.` }]
      : [];
  });
}
