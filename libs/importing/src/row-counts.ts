import type { Statement } from "@jst/db";
import { noCounts, type Counts, type RowState, type Verdict } from "./import.ts";
import { isWarned, type Generation } from "./row-queries.ts";

/** Counts the rows of an import by their verdicts and states. */
export function countRows(teamId: string, { id, generation }: Generation): Statement {
  return {
    name: "import_rows_count",
    text: `select r.part, r.verdict, r.state, count(*)::int as count,
        count(*) filter (where ${isWarned})::int as warned from import_rows r
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 group by r.part, r.verdict, r.state`,
    values: [teamId, id, generation],
  };
}

interface CountedRows {
  part: number;
  verdict: Verdict;
  state: RowState;
  count: number;
  warned: number;
}

/** Sums up the rows of an import by their verdicts and states. */
export function countsOf(groups: readonly Record<string, unknown>[]): Counts {
  const counts: Counts = { ...noCounts };
  const rejected = new Set<number>();
  let allWarned = 0;
  for (const group of groups) {
    const { part, verdict, state, count, warned } = group as unknown as CountedRows;
    if (verdict === "reject") rejected.add(part);
    counts[verdict] += count;
    counts.total += count;
    allWarned += warned;
    if (state === "written" || state === "changed") counts[state] += count;
  }
  const rejected_parts = [...rejected].sort((a, b) => a - b);
  return {
    ...counts,
    ...(rejected_parts.length > 0 && { rejected_parts }),
    ...(allWarned > 0 && { warned: allWarned }),
  };
}
