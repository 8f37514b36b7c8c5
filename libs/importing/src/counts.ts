import { noCounts, type Counts, type RowState, type Verdict } from "./import.ts";

/** Sums up the rows of an import by their verdicts and states. */
export function countsOf(groups: readonly Record<string, unknown>[]): Counts {
  const counts: Counts = { ...noCounts };
  for (const group of groups) {
    const { verdict, state, count } = group as { verdict: Verdict; state: RowState; count: number };
    counts[verdict] += count;
    counts.total += count;
    if (state === "written" || state === "changed") counts[state] += count;
  }
  return counts;
}
