import { ProblemError } from "@jst/client";

const ROW = /^rows\.\d+\./;

/** Returns the refusal of a request of many rows with each fault once, as if the rows were one. */
export function asOneRow(error: Error): Error {
  if (!(error instanceof ProblemError) || error.problem?.errors === undefined) return error;
  const { status, problem } = error;
  const faults = (problem.errors ?? []).map((fault) => ({ ...fault, field: fault.field.replace(ROW, "") }));
  const distinct = new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault]));
  return new ProblemError(status, { ...problem, errors: [...distinct.values()] });
}
