import type { BenchFacts } from "../facts.ts";
import { newCells } from "./orders.ts";
import { lacks, ofFloor, throughGateway } from "./requests.ts";
import { floor, ours, type Scenario } from "./scenario.ts";

/** Rows of one batch: as many as the API takes. */
const batchSize = 500;
/** Rows a second that are asked for where the share of the floor is not reached. */
const rowsPerSecond = 20_000;
/** A UUID in quotes. */
const idChars = 38;

/** As many rows as fit at once: what checks, triggers, undo records and whole rows in the reply cost. */
export const batch: Scenario = {
  name: "batch",
  title: `${batchSize} rows at once (the floor's by a plain insert: no triggers, no undo records, ids in the reply)`,
  hasTail: false,
  target: { against: floor, atLeast: 0.6, orRate: rowsPerSecond / batchSize },
  contestants: [
    {
      name: ours,
      door: "gateway",
      exchanges: (facts: BenchFacts) => {
        const ask = throughGateway(facts);
        const path = `/api/v1/data/tables/${facts.batchTableId}/rows:batch`;
        return () => {
          const { body, lastNote } = newBatch();
          return ask(path, body, { status: 200, faultOf: lacks(lastNote) });
        };
      },
    },
    {
      name: floor,
      door: "floor",
      exchanges: () => () =>
        ofFloor("/rows:batch", newBatch().body, {
          status: 200,
          faultOf: (text) =>
            text.length > batchSize * idChars ? undefined : `There are not ${batchSize} ids:`,
        }),
    },
  ],
};

function newBatch(): { body: string; lastNote: string } {
  const rows = Array.from({ length: batchSize }, () => ({ data: newCells() }));
  return { body: JSON.stringify({ rows }), lastNote: rows.at(-1)?.data.note ?? "" };
}
