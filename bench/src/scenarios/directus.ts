import type { BenchFacts } from "../facts.ts";
import { listStatus } from "./orders.ts";
import { exchange, lacks, pageFault, pageSize, type Ask } from "./requests.ts";
import { insertOfOurs, isListed, listOfOurs, ofEachRow, ofNewRows, rowOfOurs } from "./rows.ts";
import { httpRequest, type Contestant, type Scenario } from "./scenario.ts";

const directus = "directus" as const;
const path = "/items/orders";

/** Ours beside Directus, each with its own check of who asks. Only when asked for: its packages are 600 MB. */
export const besideDirectus: readonly Scenario[] = [
  {
    name: "directus-row",
    title: "one row by id, beside Directus",
    target: { against: directus, atLeast: 10 },
    contestants: [
      rowOfOurs,
      ofDirectus((ask, facts) =>
        ofEachRow(facts, (id) =>
          ask(`${path}/${id}`, undefined, { status: 200, faultOf: lacks(`"id":"${id}"`) }),
        ),
      ),
    ],
  },
  {
    name: "directus-list",
    title: "50 of 100,000, filtered by a column, newest first, beside Directus",
    contestants: [
      listOfOurs(""),
      ofDirectus((ask, { team }) => {
        const faultOf = pageFault((reply) => (reply as { data?: Record<string, unknown>[] }).data, isListed);
        // Its index begins with the team.
        const filter = JSON.stringify({ team_id: { _eq: team.id }, status: { _eq: listStatus } });
        const page = `${path}?filter=${encodeURIComponent(filter)}&sort=-created_at,-id&limit=${pageSize}`;
        return () => ask(page, undefined, { status: 200, faultOf });
      }),
    ],
  },
  {
    name: "directus-insert",
    title: "insert of a row with its record, beside Directus (activity and revision)",
    contestants: [
      insertOfOurs,
      ofDirectus((ask, { team }) =>
        ofNewRows((cells, faultOf) => {
          const body = JSON.stringify({ team_id: team.id, ...cells });
          return ask(path, body, { status: 200, faultOf });
        }),
      ),
    ],
  },
].map((scenario) => ({ ...scenario, hasTail: true, needs: directus }));

function ofDirectus(
  exchanges: (ask: Ask, facts: BenchFacts) => ReturnType<Contestant["exchanges"]>,
): Contestant {
  return {
    name: directus,
    door: directus,
    exchanges: (facts) => {
      const headers = { authorization: `Bearer ${facts.directus?.token ?? ""}` };
      return exchanges((url, body, expected) => exchange(httpRequest(url, headers, body), expected), facts);
    },
  };
}
