import { throughGateway } from "./requests.ts";
import { lacks } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

let count = 0;

/** A contact with its undo record and its contact.created event in the outbox, which the relay carries on. */
export const newContact: Scenario = {
  name: "contact",
  title: "insert of a contact (undo record, contact.created in the outbox)",
  hasTail: false,
  contestants: [
    {
      name: ours,
      door: "gateway",
      exchanges: (facts) => {
        const ask = throughGateway(facts);
        const run = Date.now().toString(36);
        return () => {
          count += 1;
          const email = `ada.${run}.${count}@example.com`;
          const body = JSON.stringify({ first_name: "Ada", last_name: `Number ${count}`, email });
          return ask("/api/v1/contacts", body, { status: 201, faultOf: lacks(email) });
        };
      },
    },
  ],
};
