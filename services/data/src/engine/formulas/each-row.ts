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
 * Declared outside of the function above: a generator that is created for each page has its own prototype. Objects of
 * one page would then hold those of the next, out of reach of minor garbage collections.
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
