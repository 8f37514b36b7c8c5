import { pageFault, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

interface Row {
  data: Record<string, unknown>;
  computed?: Record<string, unknown>;
}

const bare = `${ours}, without`;

/** A page with three formula columns evaluated for each row, beside the same page without. */
export const listComputed: Scenario = {
  name: "computed",
  title: "50 of 5,000 with three formula columns (computed=1), beside the same page without",
  hasTail: false,
  target: { against: bare, atLeast: 0.6 },
  contestants: [
    pageOf(ours, "&computed=1", ({ data, computed = {} }) => {
      const gross = Math.round(Number(data["amount"]) * 119) / 100;
      return Math.abs(Number(computed["gross"]) - gross) < 0.011 && computed["label"] !== undefined;
    }),
    pageOf(bare, "", ({ computed }) => computed === undefined),
  ],
};

function pageOf(name: string, parameters: string, isRight: (row: Row) => boolean): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const ask = throughGateway(facts);
      const path = `/api/v1/data/tables/${facts.computedTableId}/rows?limit=50${parameters}`;
      const rowsOf = (reply: unknown) => (reply as { rows?: Row[] }).rows?.map((row) => ({ row }));
      const faultOf = pageFault(rowsOf, ({ row }) => isRight(row as Row));
      return () => ask(path, undefined, { status: 200, faultOf });
    },
  };
}
