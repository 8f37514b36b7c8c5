import type { BenchFacts, RuledFacts } from "../facts.ts";
import { newCells } from "./orders.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

/** Inserts of a row into teams with other approval rules (rules.judging); the first has none. */
export const rules: Scenario = {
  name: "rules",
  title: "insert of a row without approval rules, and with some",
  hasTail: false,
  needs: "rules",
  contestants: [
    inserts(ours, "none"),
    inserts("1 cannot match", "oneAside"),
    inserts("50 cannot match", "manyAside"),
    inserts("1 runs it", "oneRuns"),
    inserts("10 by counts", "tenJudged"),
  ],
  keeps: [
    { contestant: "1 cannot match", atLeast: 0.95 },
    { contestant: "50 cannot match", atLeast: 0.95 },
    { contestant: "1 runs it", atLeast: 0.7 },
  ],
};

function inserts(name: string, team: keyof RuledFacts): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const { tokens, tableId } = ruledTeam(facts, team);
      const ask = throughGateway({ tokens });
      return () => {
        const data = newCells();
        const expected = { status: 201, faultOf: lacks(data.note) };
        return ask(`/api/v1/data/tables/${tableId}/rows`, JSON.stringify({ data }), expected);
      };
    },
  };
}

function ruledTeam({ ruled }: BenchFacts, team: keyof RuledFacts): RuledFacts[keyof RuledFacts] {
  if (ruled === undefined) throw new Error("The teams with rules are not seeded.");
  return ruled[team];
}
