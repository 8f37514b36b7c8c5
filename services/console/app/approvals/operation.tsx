import type { Schemas } from "../api.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { APPROVALS } from "../words/approvals.ts";
import { Details } from "../parts/details.tsx";
import { DifferencesTable } from "./differences-table.tsx";
import { differencesOf } from "./differences.ts";
import { calledIn, shownChange } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

/** One thing that changes, with each of its members before and after. */
export function Operation({ operation }: { operation: Schemas["ChangesetOperation"] }) {
  const { op, resource, id, before, after } = operation;
  const { by } = useShownBy(after ?? before);
  // A removed thing is shown whole: its image after it differs in little more than a time.
  const differences = differencesOf(before, op === "delete" ? null : after);
  return (
    <section className={`operation ${op}`}>
      <h3>
        <span className="mark">{VERBS[op]}</span> {nounOf(resource)}
      </h3>
      {differences.length === 0 ? (
        <p className="aside">{APPROVALS.unchanged}</p>
      ) : (
        <DifferencesTable
          name={`${VERBS[op]} ${nounOf(resource)}`}
          differences={differences}
          hasBefore={op !== "create"}
          hasAfter={op !== "delete"}
          called={(field) => calledIn(by, field)}
          shows={(field, value) => shownChange(field, value, by)}
        />
      )}
      <Details of={{ id, resource }} />
    </section>
  );
}
