import type { BenchFacts } from "../facts.ts";
import { arrivals, openSink } from "../load/sink.ts";
import type { Exchange } from "../load/iteration.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

/** A contact with its undo record and its contact.created event in the outbox, which the relay carries on. */
export const newContact: Scenario = {
  name: "contact",
  title: "insert of a contact (undo record, contact.created in the outbox)",
  hasTail: true,
  contestants: [{ name: ours, door: "gateway", exchanges: (facts) => newContacts(facts) }],
};

/** From the write to the signed POST received: outbox, relay, Kafka, delivery; a request is one that has arrived. */
export const webhook: Scenario = {
  name: "webhook",
  title: "contact written to signed webhook received",
  hasTail: true,
  contestants: [
    {
      name: ours,
      door: "gateway",
      exchanges: (facts) => {
        const next = newContacts({ tokens: facts.webhooks.map(({ token }) => token) });
        const delivered = arrivals(openSink(facts));
        return () => {
          const { email, ...exchange } = next();
          return { ...exchange, done: delivered(email) };
        };
      },
    },
  ],
};

let count = 0;

/** Contacts that no other has the e-mail address of. */
export function newContacts(tokens: Pick<BenchFacts, "tokens">): () => Exchange & { email: string } {
  const ask = throughGateway(tokens);
  const run = Date.now().toString(36);
  return () => {
    count += 1;
    const email = `ada.${run}.${count}@example.com`;
    const body = JSON.stringify({ first_name: "Ada", last_name: `Number ${count}`, email });
    return { ...ask("/api/v1/contacts", body, { status: 201, faultOf: lacks(email) }), email };
  };
}
