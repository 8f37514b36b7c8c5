import { companyQuestions } from "../../../e2e/quality/company.ts";
import type { BenchFacts, KnowledgeFacts } from "../facts.ts";
import { lacks, pageSize, throughGateway } from "./requests.ts";
import { cycle, ours, type Contestant, type Scenario } from "./scenario.ts";

const LIST = "list page";
const TEXT = "by text";

function knowledgeOf({ knowledge }: BenchFacts): KnowledgeFacts {
  if (knowledge === undefined) throw new Error("The bench has no knowledge.");
  return knowledge;
}

/** Every question of the quality set in turn, over all sources, searched in this way. */
function asking(name: string, mode: "text" | "semantic" | "hybrid"): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const ask = throughGateway(knowledgeOf(facts));
      const next = cycle(companyQuestions());
      const faultOf = (answer: Buffer) =>
        lacks('"matched":[')(answer) ?? lacks(`"mode_used":"${mode}"`)(answer);
      return () => ask("/api/v1/context", JSON.stringify({ query: next(), mode }), { status: 200, faultOf });
    },
  };
}

const listPage: Contestant = {
  name: LIST,
  door: "gateway",
  exchanges: (facts) => {
    const { tokens, tableId } = knowledgeOf(facts);
    const ask = throughGateway({ tokens });
    const path = `/api/v1/data/tables/${tableId}/rows?limit=${pageSize}`;
    const faultOf = (page: Buffer) => (page.length < pageSize * 200 ? "The page is too small:" : undefined);
    return () => ask(path, undefined, { status: 200, faultOf });
  },
};

const ofTeam = { hasTail: false, connections: 4, needs: "knowledge" } as const;
const known = "100,000 rows, 20,000 contacts and 5,000 blocks";

/** Question of an agent about everything that a team knows. */
export const context: Scenario = {
  name: "context",
  ...ofTeam,
  title: `a question over ${known}, beside a page of the rows`,
  contestants: [asking(ours, "text"), listPage],
  p50Target: { against: LIST, atMost: 4 },
  p95AtMostMs: 150,
};

/** The same by words and meaning together. */
export const contextHybrid: Scenario = {
  name: "context-hybrid",
  ...ofTeam,
  title: `a question by both ways over ${known}, beside it by words alone`,
  contestants: [asking(ours, "hybrid"), asking(TEXT, "text"), asking("by meaning", "semantic")],
  p50Target: { against: TEXT, atMost: 2 },
};
