import { companyQuestions } from "../../../e2e/quality/company.ts";
import type { BenchFacts, KnowledgeFacts } from "../facts.ts";
import { lacks, pageSize, throughGateway } from "./requests.ts";
import { cycle, ours, type Contestant, type Scenario } from "./scenario.ts";

const LIST = "list page";

function knowledgeOf({ knowledge }: BenchFacts): KnowledgeFacts {
  if (knowledge === undefined) throw new Error("The bench has no knowledge.");
  return knowledge;
}

/** Every question of the quality set in turn, over all sources; `body` says how they are searched. */
function asking(name: string, body: object = {}): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const ask = throughGateway(knowledgeOf(facts));
      const next = cycle(companyQuestions());
      const expected = { status: 200, faultOf: lacks('"matched":[') };
      return () => ask("/api/v1/context", JSON.stringify({ query: next(), ...body }), expected);
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

/** What an agent asks of all that a team knows. */
export const context: Scenario = {
  name: "context",
  title: "a question over 100,000 rows, 20,000 contacts and 5,000 blocks, beside a page of the rows",
  hasTail: false,
  connections: 4,
  needs: "knowledge",
  contestants: [asking(ours), listPage],
  p50Target: { against: LIST, atMost: 4 },
  p95AtMostMs: 150,
};
