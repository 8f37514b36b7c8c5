import type { Schemas } from "../api.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { APPROVALS } from "../words/approvals.ts";
import { Details } from "../parts/details.tsx";
import { DifferencesTable } from "./differences-table.tsx";
import { isRestored, shownDifferences } from "./differences.ts";
import { calledIn, shownChange } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

interface OperationOf {
  operation: Schemas["ChangesetOperation"];
  /** Its number among several. */
  place: number | undefined;
}

/** One thing that changes, with each of its members before and after. */
export function Operation({ operation, place }: OperationOf) {
  const { op, resource, id, before, after } = operation;
  const { by } = useShownBy(after ?? before);
  const differences = shownDifferences(operation);
  const isBack = isRestored(operation);
  const verb = isBack ? APPROVALS.restores : VERBS[op];
  return (
    <section className={`operation ${op}`}>
      <h3>
        <span className="mark">{verb}</span> {nounOf(resource)}
      </h3>
      {differences.length === 0 ? (
        <p className="aside">{APPROVALS.unchanged}</p>
      ) : (
        <DifferencesTable
          name={[verb, nounOf(resource), place].filter((one) => one !== undefined).join(" ")}
          differences={differences}
          hasBefore={op !== "create" && !isBack}
          hasAfter={op !== "delete"}
          called={(field) => calledIn(by, field)}
          shows={(field, value) => shownChange(field, value, by)}
        />
      )}
      <Details of={{ id, resource }} />
    </section>
  );
}
