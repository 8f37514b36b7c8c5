import type { FormulaSet } from "@jst/formula";
import { ownStretch } from "@jst/jobs/stretches";

/** Rows of a team, and the formulas that are evaluated of them. */
interface TeamRows<Row> {
  teamId: string;
  formulas: readonly FormulaSet[];
  rows: readonly Row[];
}

/**
 * Does the work for one row after the other while it answers true, with formulas made ready; others have their turn
 * meanwhile, and other lists theirs (Stretches).
 */
export async function eachRow<Row>(
  { teamId, formulas, rows }: TeamRows<Row>,
  work: (row: Row) => boolean,
): Promise<void> {
  const steps = stepsOf(formulas, rows, work);
  do {
    const wait = ownStretch(teamId);
    if (wait !== undefined) await wait;
  } while (steps.next().done !== true);
}

/**
 * Not written within the function above: a generator that is made anew for each page has a prototype of its own, and
 * with it what one page leaves holds what the next one leaves, out of reach of the cheap collections of garbage.
 */
function* stepsOf<Row>(
  formulas: readonly FormulaSet[],
  rows: readonly Row[],
  work: (row: Row) => boolean,
): Generator<undefined, void> {
  for (const set of formulas) yield* set.prepare();
  for (const row of rows) {
    if (!work(row)) return;
    yield;
  }
}
