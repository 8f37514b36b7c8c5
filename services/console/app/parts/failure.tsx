import { ProblemError } from "@jst/client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { methodsOf } from "../session/methods.ts";
import { signInAddress } from "../session/session.ts";
import { remedyOf } from "../words/failures.ts";
import { PARTS } from "../words/parts.ts";

interface FailureOf {
  error: Error;
  beside?: readonly string[];
  /** Text without a response. */
  noAnswer?: string;
  /** Actions that the person can try. */
  children?: ReactNode;
}

/**
 * Text of a refusal for people, with the code and the request that an administrator asks for (console.failures). Faults
 * of the fields in `beside` stand beside these.
 */
export function Failure({ error, beside = [], noAnswer = PARTS.noAnswer, children }: FailureOf) {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const methods = methodsOf(problem);
  // The API calls fields members of a body, which people do not see.
  const faults = problem?.errors?.filter(({ field }) => !beside.includes(field)) ?? [];
  const isMarked = (problem?.errors ?? []).length > 0 && faults.length === 0;
  return (
    <div className="failure" role="alert">
      <p>{isMarked ? PARTS.marked : problem === undefined ? noAnswer : remedyOf(problem)}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className="aside">
          {[problem.code, ...(problem.request_id === null ? [] : [PARTS.request(problem.request_id)])].join(
            ", ",
          )}
        </p>
      )}
      {methods?.includes("sign_in") === true && (
        <a href={signInAddress(globalThis.location)}>{PARTS.signInAgain}</a>
      )}
      {methods?.length === 0 && <Link to={PATHS.account}>{PARTS.addPasskey}</Link>}
      {children}
    </div>
  );
}
