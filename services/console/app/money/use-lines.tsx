import { useState, type ReactNode } from "react";
import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { TextInput } from "../parts/text-input.tsx";
import { MONEY } from "../words/money.ts";
import { PARTS } from "../words/parts.ts";
import { LineFields } from "./line-fields.tsx";
import { lineItemsOf, linesOf, NEW_LINE, type Line, type StoredDocument } from "./lines.ts";

/** Fields that all documents of money share, besides their lines. */
interface Sold {
  contact_id: string;
  currency: string;
  memo?: string;
  tax_behavior?: Schemas["InvoiceCreate"]["tax_behavior"];
  tax_rounding?: Schemas["InvoiceCreate"]["tax_rounding"];
}

type Items = Schemas["LineItemCreate"][];

interface Lines {
  /** For whom the document is, and in which currency. */
  sold: readonly Field<Sold>[];
  /** The fields of the lines, for a form. */
  fields: ReactNode;
  /** Adds to what was written the lines that were changed; undefined if one cannot be read, and its field tells so. */
  withItems: <B>(written: B, add: (items: Items) => Partial<B>) => B | undefined;
}

/** The lines that a form of a document has; those of an old one as they are. */
export function useLines(was?: StoredDocument): Lines {
  const [began] = useState<readonly Line[]>(() => (was === undefined ? [NEW_LINE] : linesOf(was)));
  const [lines, setLines] = useState(began);
  const [code, setCode] = useState("");
  const currency = was?.currency ?? code;
  return {
    sold: soldFields(code, setCode),
    fields: <LineFields lines={lines} currency={currency} onChange={setLines} />,
    withItems: (written, add) => {
      if (was !== undefined && JSON.stringify(lines) === JSON.stringify(began)) return written;
      const items = lineItemsOf(lines, currency);
      return items === undefined ? undefined : { ...written, ...add(items) };
    },
  };
}

/** The currency decides how the prices of the lines are read, so it is the page's own field. */
const soldFields = (code: string, onCode: (code: string) => void): readonly Field<Sold>[] => [
  { name: "contact_id", kind: "contact", label: PARTS.contact },
  {
    ...{ name: "currency", kind: "own", label: MONEY.fields.currency },
    shows: () => (
      <TextInput name="currency" required label={MONEY.fields.currency} is={code} onText={onCode} />
    ),
  },
  ...taxFields,
  { name: "memo", kind: "text", label: MONEY.fields.memo },
];

/** The terms of tax; a new document has those of the team where nothing is chosen. */
export const taxFields = [
  { name: "tax_behavior", kind: "choice", label: MONEY.fields.tax_behavior, choices: MONEY.behaviors },
  { name: "tax_rounding", kind: "choice", label: MONEY.fields.tax_rounding, choices: MONEY.roundings },
] as const;
