import type { BenchFacts } from "../facts.ts";
import type { HttpReply } from "../load/connection.ts";
import type { Exchange } from "../load/iteration.ts";
import { operations, type OperationName } from "../servers/operations.ts";
import { cycle, httpRequest } from "./scenario.ts";

/** Finds the fault of a reply's body; undefined if it is right. */
export type FaultOf = (body: Buffer) => string | undefined;

/** Builds one exchange after the other: a path, a body or none, and the test of the reply's body. */
type Ask = (
  path: string,
  body: string | undefined,
  expected: { status: number; faultOf: FaultOf },
) => Exchange;

/** Types that MCP clients must accept; REST accepts them too. */
const acceptAll = "application/json, text/event-stream";

/** Asks through the gateway with the team's tokens in turn. */
export function throughGateway({ tokens }: Pick<BenchFacts, "tokens">): Ask {
  const next = cycle(tokens.map((token) => ({ authorization: `Bearer ${token}`, accept: acceptAll })));
  return (path, body, expected) => exchange(httpRequest(path, next(), body), expected);
}

/** Asks the floor. */
export const ofFloor: Ask = (path, body, expected) => exchange(httpRequest(path, {}, body), expected);

/** Asks the peer to run one of its persisted operations for the team. */
export function ofPeer(
  facts: BenchFacts,
): (name: OperationName, variables: object, faultOf: FaultOf) => Exchange {
  const headers = { "x-team-id": facts.team.id, accept: "application/graphql-response+json" };
  return (name, variables, faultOf) => {
    const body = JSON.stringify({ documentId: operations[name].id, variables });
    return exchange(httpRequest("/graphql", headers, body), { status: 200, faultOf });
  };
}

/** A request, and what its reply must be. */
export function exchange(request: string, expected: { status: number; faultOf: FaultOf }): Exchange {
  return {
    request,
    faultOf: ({ status, body }: HttpReply) =>
      status === expected.status ? expected.faultOf(body) : `Expected status ${expected.status}:`,
  };
}

/** The fault of a reply that lacks a text. */
export function lacks(text: string): FaultOf {
  return (reply) => (reply.includes(text) ? undefined : `The reply lacks ${text}:`);
}

/** Rows of a page. */
export const pageSize = 50;

/** Every n-th page is parsed and looked at row by row; the others must only be of a page's size. */
const parsedEvery = 64;

/** The fault of a page that does not hold the wanted rows. `rowsOf` finds the rows' cells in the parsed reply. */
export function pageFault(
  rowsOf: (reply: unknown) => Record<string, unknown>[] | undefined,
  isRight: (cells: Record<string, unknown>) => boolean,
): FaultOf {
  let count = 0;
  return (body) => {
    if (body.length < pageSize * 100) return "The page is too small:";
    count += 1;
    if (count % parsedEvery !== 1) return undefined;
    const rows = rowsOf(JSON.parse(body.toString()));
    if (rows?.length !== pageSize) return `The page has not ${pageSize} rows:`;
    return rows.every(isRight) ? undefined : "A row of the page does not fit the filter:";
  };
}
