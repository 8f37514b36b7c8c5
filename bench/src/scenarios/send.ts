import type { BenchFacts } from "../facts.ts";
import type { Exchange } from "../load/iteration.ts";
import { newContacts } from "./contacts.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

const contact = "contact";
let count = 0;

/** A message past the gate into the queue; the team captures it, and the worker that does so shares the machine. */
export const sends: Scenario = {
  name: "send",
  title: "message queued, captured meanwhile with its event, beside an insert of a contact",
  hasTail: false,
  contestants: [
    { name: ours, door: "gateway", exchanges: (facts) => newSends(facts) },
    { name: contact, door: "gateway", exchanges: (facts) => newContacts(facts) },
  ],
  target: { against: contact, atLeast: 0.7 },
};

function newSends(facts: Pick<BenchFacts, "tokens">): () => Exchange {
  const ask = throughGateway(facts);
  const run = Date.now().toString(36);
  return () => {
    count += 1;
    const to = `grace.${run}.${count}@example.com`;
    const body = JSON.stringify({ to, subject: "Your order", text: "It is on its way." });
    return ask("/api/v1/comms/send", body, { status: 202, faultOf: lacks(to) });
  };
}
