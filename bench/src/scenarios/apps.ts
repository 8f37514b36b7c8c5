import type { AppFacts } from "../facts.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

const PERSONAL = "personal token";

/** The same call with tokens of apps and with those that their member holds: what auth does for an app besides. */
export const appCalls: Scenario = {
  name: "app-calls",
  title: "a table by the token of a connected app",
  hasTail: false,
  needs: "apps",
  cpuRatioTarget: { group: "auth", against: PERSONAL, atMost: 1.1 },
  contestants: [asking(ours, ({ granted }) => granted), asking(PERSONAL, ({ personal }) => personal)],
};

function asking(name: string, tokensOf: (facts: AppFacts) => string[]): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: ({ apps }) => {
      if (apps === undefined) throw new Error("The bench has no apps.");
      const ask = throughGateway({ tokens: tokensOf(apps) });
      const path = `/api/v1/data/tables/${apps.tableId}`;
      return () => ask(path, undefined, { status: 200, faultOf: lacks(apps.tableId) });
    },
  };
}
