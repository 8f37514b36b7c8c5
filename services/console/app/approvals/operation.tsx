import type { Schemas } from "../api.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { APPROVALS } from "../words/approvals.ts";
import { DifferencesTable } from "./differences-table.tsx";
import { differencesOf } from "./differences.ts";

/** One thing that changes, with each of its members before and after. */
export function Operation({ operation }: { operation: Schemas["ChangesetOperation"] }) {
  const { op, resource, id, before, after } = operation;
  const differences = differencesOf(before, after);
  return (
    <section className={`operation ${op}`}>
      <h3>
        <span className="mark">{VERBS[op]}</span> {nounOf(resource)}
        {id !== undefined && <code className="aside">{id}</code>}
      </h3>
      {differences.length === 0 ? (
        <p className="aside">{APPROVALS.unchanged}</p>
      ) : (
        <DifferencesTable
          name={`${VERBS[op]} ${nounOf(resource)}`}
          differences={differences}
          hasBefore={op !== "create"}
          hasAfter={op !== "delete"}
        />
      )}
    </section>
  );
}
