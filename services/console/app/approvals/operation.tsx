import type { Schemas } from "../api.ts";
import { ShownMember } from "../parts/shown-member.tsx";
import { differencesOf } from "./differences.ts";
import { nounOf, VERBS } from "../words/words.ts";
import { APPROVALS } from "../words/approvals.ts";

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
        <div className="wide" tabIndex={0} role="region" aria-label={`${VERBS[op]} ${nounOf(resource)}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{APPROVALS.field}</th>
                {op !== "create" && <th scope="col">{APPROVALS.before}</th>}
                {op !== "delete" && <th scope="col">{APPROVALS.after}</th>}
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, before: was, after: is }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  {op !== "create" && (
                    <td className="before">
                      <del>
                        <ShownMember name={field} of={was} isExact />
                      </del>
                    </td>
                  )}
                  {op !== "delete" && (
                    <td className="after">
                      <ins>
                        <ShownMember name={field} of={is} isExact />
                      </ins>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
