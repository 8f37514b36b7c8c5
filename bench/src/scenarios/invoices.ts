import type { BenchFacts, PayerFacts } from "../facts.ts";
import type { Exchange } from "../load/iteration.ts";
import { newContacts } from "./contacts.ts";
import { lacks, throughGateway } from "./requests.ts";
import { cycle, ours, type Scenario } from "./scenario.ts";

const contact = "contact";
const many = "32 teams";
const line = { description: "A blue one", quantity: 1.5, unit_amount: 1999, tax_rate_bps: 1900 };

/** An invoice of ten lines, finalized: the number of its team, its image, its event and its entry of the audit log. */
export const newInvoice: Scenario = {
  name: "invoices",
  title: "invoice of ten lines, finalized, beside an insert of a contact",
  hasTail: false,
  needs: "invoices",
  contestants: [
    { name: ours, door: "gateway", exchanges: (facts) => newInvoices(payersOf(facts), 10) },
    { name: contact, door: "gateway", exchanges: (facts) => newContacts(facts) },
  ],
  target: { against: contact, atLeast: 0.5 },
};

/** All numbers of a team come from one counter. */
export const invoicesOfOne: Scenario = {
  name: "numbers",
  title: "invoices finalized by one team, beside those of 32 teams",
  hasTail: true,
  needs: "invoices",
  contestants: [
    { name: ours, door: "gateway", exchanges: (facts) => newInvoices(payersOf(facts).slice(0, 1), 1) },
    { name: many, door: "gateway", exchanges: (facts) => newInvoices(payersOf(facts), 1) },
  ],
  target: { against: many, atLeast: 0.5 },
};

function payersOf({ payers }: BenchFacts): PayerFacts[] {
  if (payers === undefined) throw new Error("The invoices were not seeded.");
  return payers;
}

function newInvoices(payers: readonly PayerFacts[], lines: number): () => Exchange {
  const next = cycle(
    payers.map(({ tokens, contactId: contact_id }) => {
      const line_items = Array.from({ length: lines }, () => line);
      return {
        ask: throughGateway({ tokens }),
        body: JSON.stringify({ contact_id, currency: "EUR", line_items }),
      };
    }),
  );
  return () => {
    const { ask, body } = next();
    return ask("/api/v1/commerce/invoices", body, { status: 201, faultOf: lacks('"number":"INV-') });
  };
}
