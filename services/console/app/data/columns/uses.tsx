import { ProblemError } from "@jst/client";
import { COLUMNS } from "../../words/columns.ts";

/** What uses a column: a formula, a relation or a view (tables.delete-column). */
export interface Use {
  kind: string;
  id: string;
  name: string;
}

/** What uses the column that was not changed for it; empty where it was refused for something else. */
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
