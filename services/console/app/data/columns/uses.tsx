import { ProblemError } from "@jst/client";
import { COLUMNS } from "../../words/columns.ts";

/** Use of a column by a formula, a relation or a view (tables.delete-column). */
export interface Use {
  kind: string;
  id: string;
  name: string;
}

/** Lists the uses that a refusal names; empty if it was refused for another reason. */
export function usesIn(error: Error | null): readonly Use[] {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.code !== "column_in_use") return [];
  return (problem as { impact?: readonly Use[] }).impact ?? [];
}

export function Uses({ of }: { of: readonly Use[] }) {
  return (
    <ul aria-label={COLUMNS.uses}>
      {of.map(({ kind, id, name }) => (
        <li key={id}>
          {COLUMNS.useKinds[kind] ?? kind} {name}
        </li>
      ))}
    </ul>
  );
}
