import type { Schemas } from "../api.ts";
import { useTable } from "../data/tables.ts";
import { useSession } from "../session/session.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { APPROVALS } from "../words/approvals.ts";
import { Details } from "../parts/details.tsx";
import { DifferencesTable } from "./differences-table.tsx";
import { differencesOf } from "./differences.ts";
import { calledIn, shownChange, type ShownBy } from "./shown-values.ts";

/** One thing that changes, with each of its members before and after. */
export function Operation({ operation }: { operation: Schemas["ChangesetOperation"] }) {
  const { op, resource, id, before, after } = operation;
  const by = useShownBy(after ?? before);
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

/** Returns how values of the object are shown. Cells of a table that the person may not read stay as they are. */
function useShownBy(thing: unknown): ShownBy {
  const { table_id: tableId, data, currency } = (thing ?? {}) as Partial<Record<string, unknown>>;
  const id = typeof tableId === "string" && data !== undefined ? tableId : undefined;
  const { data: table } = useTable(id);
  const { timezone } = useSession().team;
  const code = typeof currency === "string" ? currency : undefined;
  return { columns: table?.columns ?? [], currency: code, timezone };
}
