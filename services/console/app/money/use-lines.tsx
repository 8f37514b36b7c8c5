import { useState, type ReactNode } from "react";
import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { MONEY } from "../words/money.ts";
import { PARTS } from "../words/parts.ts";
import { LineFields } from "./line-fields.tsx";
import { lineItemsOf, linesOf, NEW_LINE, type Line, type Written } from "./lines.ts";

/** What every document of money is written with, besides its lines. */
interface Sold {
  contact_id: string;
  currency: string;
  memo?: string;
}

/** For whom a document is, and in which currency. */
export const soldFields: readonly Field<Sold>[] = [
  { name: "contact_id", kind: "contact", label: PARTS.contact },
  { name: "currency", kind: "text", label: MONEY.fields.currency, isRequired: true },
  { name: "memo", kind: "text", label: MONEY.fields.memo },
];

interface Lines {
  /** The fields of the lines, for a form. */
  fields: ReactNode;
  /** The lines as the API takes them in a currency. */
  itemsIn: (currency: string) => Schemas["NewLineItem"][];
}

/** The lines that a form of a document has; those of an old one as they are. */
export function useLines(was?: Written): Lines {
  const [lines, setLines] = useState<readonly Line[]>(() => (was === undefined ? [NEW_LINE] : linesOf(was)));
  return {
    fields: <LineFields lines={lines} onChange={setLines} />,
    itemsIn: (currency) => lineItemsOf(lines, currency),
  };
}
