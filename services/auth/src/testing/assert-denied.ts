import assert from "node:assert/strict";
import type { CheckAnswer } from "./envoy-messages.ts";

/** The members of a problem document that tests look at. */
export interface Problem {
  code: string;
  status: number;
  [member: string]: unknown;
}

export function problemIn(answer: CheckAnswer): Problem {
  assert.equal(answer.isAllowed, false);
  assert.equal(answer.headers["content-type"], "application/problem+json");
  const problem = JSON.parse(answer.body) as Problem;
  assert.equal(problem.status, answer.status);
  return problem;
}

export function assertDenied(answer: CheckAnswer, status: number, code: string): Problem {
  const problem = problemIn(answer);
  assert.deepEqual([answer.status, problem.code], [status, code]);
  return problem;
}

export const ids = {
  requestId: "0b3c7f6e-6ad2-4c35-9a92-000000000001",
  traceId: "0af7651916cd43dd8448eb211c80319c",
};

/** The same as the gateway sends them. */
export const idHeaders = [
  ["x-request-id", ids.requestId],
  ["traceparent", `00-${ids.traceId}-b7ad6b7169203331-01`],
] as const;
