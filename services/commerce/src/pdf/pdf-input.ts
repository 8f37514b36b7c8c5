import type { Invoice } from "../../gen/rpc.ts";

/** An invoice, and the facts of its team that its PDF shows. */
export interface PdfInput {
  invoice: Invoice;
  /** Zone of the team. */
  timezone: string;
  /** How it wants to be paid, where money is owed. */
  instructions: string | null;
}

/** Returns the texts of a PDF that somebody has written, by the members that they are. */
export function textsOf({ invoice, instructions }: PdfInput): Record<string, string> {
  const { number, bill_from, bill_to, memo, footer, line_items: lines } = invoice;
  const { address, ...payer } = bill_to;
  const texts: [string, unknown][] = [
    ["number", number],
    ...named("bill_from", bill_from ?? {}),
    ...named("bill_to", payer),
    ...named("bill_to.address", address ?? {}),
    ["memo", memo],
    ...lines.flatMap(({ description, exemption_reason: reason }, at): [string, unknown][] => [
      [`line_items.${at}.description`, description],
      [`line_items.${at}.exemption_reason`, reason],
    ]),
    ["footer", footer],
    ["payment_instructions", instructions],
  ];
  return Object.fromEntries(texts.filter((text): text is [string, string] => typeof text[1] === "string"));
}

const named = (parent: string, members: object): [string, unknown][] =>
  Object.entries(members).map(([name, value]) => [`${parent}.${name}`, value]);
