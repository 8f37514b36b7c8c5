import type { Exchange } from "../load/iteration.ts";
import type { BenchFacts } from "../facts.ts";
import { newContacts } from "./contacts.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

/** Slug of the form that the seed makes: an address and a name, which fill a contact. */
export const FORM = "bench-signup";

const contact = "contact";
let count = 0;

/** A submission that makes a contact: three rows, their undo records and two events in one transaction. */
export const submissions: Scenario = {
  name: "submissions",
  title: "submission with its contact and both events, beside an insert of a contact",
  hasTail: false,
  // Writes to empty tables would measure plans that PostgreSQL replaces after a minute.
  needs: "contacts",
  contestants: [
    { name: ours, door: "gateway", exchanges: (facts) => newSubmissions(facts) },
    { name: contact, door: "gateway", exchanges: (facts) => newContacts(facts) },
  ],
  target: { against: contact, atLeast: 0.8 },
};

function newSubmissions(facts: Pick<BenchFacts, "tokens">): () => Exchange {
  const ask = throughGateway(facts);
  const run = Date.now().toString(36);
  return () => {
    count += 1;
    const email = `grace.${run}.${count}@example.com`;
    const body = JSON.stringify({ email, name: "Grace" });
    return ask(`/api/v1/forms/${FORM}/submissions`, body, { status: 201, faultOf: lacks(email) });
  };
}
