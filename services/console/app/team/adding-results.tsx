import { ProblemError } from "@jst/client";
import { remedyOf } from "../words/failures.ts";
import { PARTS } from "../words/parts.ts";
import { MEMBERS } from "../words/team.ts";
import { MailedOrNot } from "./inviting.tsx";
import type { AddingResult } from "./team-members.ts";

/** Result of each address that was sent, the refused ones first. */
export function AddingResults({ of }: { of: readonly AddingResult[] }) {
  if (of.length === 0) return null;
  const refused = of.filter((one) => "error" in one);
  const added = of.filter((one) => "added" in one);
  const mailed = added.filter((one) => one.added.mailed);
  const notMailed = added.filter((one) => !one.added.mailed);
  return (
    <div role="status">
      {refused.length > 0 && (
        <>
          <p>{MEMBERS.refused(refused.length)}</p>
          <ul className="failure">
            {refused.map(({ email, error }) => (
              <li key={email}>
                <strong>{email}</strong>: {reasonOf(error)}
              </li>
            ))}
          </ul>
        </>
      )}
      {mailed.length > 1 && <p>{MEMBERS.addedSeveral(mailed.map(({ email }) => email))}</p>}
      {(mailed.length > 1 ? notMailed : added).map(({ email, added: { mailed: isMailed } }) => (
        <p key={email}>
          {MEMBERS.added(email)} <MailedOrNot mailed={isMailed} email={email} />
        </p>
      ))}
    </div>
  );
}

/** Returns the reason of a refusal: the faults of the address, or the text of the code. */
function reasonOf(error: Error): string {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem === undefined) return PARTS.noAnswer;
  const faults = problem.errors ?? [];
  return faults.length > 0 ? faults.map(({ message }) => message).join(" ") : remedyOf(problem);
}
