import type { BenchFacts, LargeFacts } from "../facts.ts";
import { listFilter, listStatus } from "./orders.ts";
import { pageFault, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

const small = `${ours}, 10,000 rows`;
const first = `${ours}, page 1`;

/**
 * A page of a very large table, beside the same page of one of 10,000 rows. Only when it is asked for: its seed takes
 * minutes.
 */
export const largeList: Scenario = {
  name: "large",
  title: "50 of 1,000,000 (ROWS), filtered by a column, newest first, beside the same of 10,000",
  hasTail: false,
  needs: "large",
  target: { against: small, p99AtMost: 2 },
  contestants: [
    pageOf(ours, ({ tableId }) => rowsOf(tableId)),
    pageOf(small, ({ smallTableId }) => rowsOf(smallTableId)),
  ],
};

/** The hundredth page of the same list beside its first. */
export const farPage: Scenario = {
  name: "pages",
  title: "page 100 of the list of 1,000,000 (ROWS), beside page 1",
  hasTail: false,
  needs: "large",
  target: { against: first, atLeast: 0.8 },
  contestants: [
    pageOf(ours, ({ tableId, farCursor }) => `${rowsOf(tableId)}&cursor=${encodeURIComponent(farCursor)}`),
    pageOf(first, ({ tableId }) => rowsOf(tableId)),
  ],
};

/** Path of a page of the list. */
export function rowsOf(tableId: string): string {
  return `/api/v1/data/tables/${tableId}/rows?filter=${encodeURIComponent(listFilter)}&limit=50`;
}

function pageOf(name: string, pathOf: (large: LargeFacts) => string): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts: BenchFacts) => {
      if (facts.large === undefined) throw new Error("The large table was not seeded.");
      const ask = throughGateway(facts);
      const path = pathOf(facts.large);
      const cellsOf = (reply: unknown) =>
        (reply as { rows?: { data: Record<string, unknown> }[] }).rows?.map(({ data }) => data);
      const faultOf = pageFault(cellsOf, (cells) => cells["status"] === listStatus);
      return () => ask(path, undefined, { status: 200, faultOf });
    },
  };
}
