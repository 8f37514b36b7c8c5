import { ProblemError } from "@jst/client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { methodsOf } from "../session/methods.ts";
import { signInAddress } from "../session/session.ts";
import { BY_ROLE, remedyOf } from "../words/failures.ts";
import { wordOf } from "../words/members.ts";
import { PARTS } from "../words/parts.ts";
import { Details } from "./details.tsx";
import { Owners } from "./owners.tsx";

interface FailureOf {
  error: Error;
  beside?: readonly string[];
  /** Text without a response. */
  noAnswer?: string;
  /** Text in place of that for the code. */
  remedy?: string;
  /** Actions that the person can try. */
  children?: ReactNode;
}

/**
 * Text of a refusal for people; a fold has the code, and the request that an administrator asks for (console.failures).
 * Faults of the fields in `beside` stand beside these.
 */
export function Failure({ error, beside = [], noAnswer = PARTS.noAnswer, remedy, children }: FailureOf) {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const methods = methodsOf(problem);
  // The API calls fields members of a body, which people do not see.
  const faults = problem?.errors?.filter(({ field }) => !beside.includes(field)) ?? [];
  const isMarked = (problem?.errors ?? []).length > 0 && faults.length === 0;
  return (
    <div className="failure" role="alert">
      <p>{remedy ?? (isMarked ? PARTS.marked : problem === undefined ? noAnswer : remedyOf(problem))}</p>
      {remedy === undefined && faults.length > 0 && (
        <ul>
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {labelOf(field)}: {message}
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && BY_ROLE.includes(problem.code) && <Owners />}
      {problem !== undefined && (
        <Details of={{ detail: problem.detail, code: problem.code, request: problem.request_id }} />
      )}
      {methods?.includes("sign_in") === true && (
        <a href={signInAddress(globalThis.location)}>{PARTS.signInAgain}</a>
      )}
      {methods?.length === 0 && <Link to={PATHS.account}>{PARTS.addPasskey}</Link>}
      {children}
    </div>
  );
}

/** Names the field of a fault as people see it: without the members around it. */
const labelOf = (field: string) =>
  field
    .split(".")
    .filter((part, index, all) => index === all.length - 1 || !["body", "data"].includes(part))
    .map(wordOf)
    .join(", ");
