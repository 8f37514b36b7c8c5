import type { FormulaSet } from "@jst/formula";
import { setImmediate } from "node:timers/promises";

/** Rows are worked on this long at a stretch; then other requests run. */
const STRETCH_MS = 10;

/**
 * Does the work for one row after the other while it answers true, with formulas made ready; others run meanwhile
 * meanwhile.
 */
export async function eachRow<Row>(
  formulas: readonly FormulaSet[],
  rows: readonly Row[],
  work: (row: Row) => boolean,
): Promise<void> {
  const steps = stepsOf(formulas, rows, work);
  let beganMs = performance.now();
  while (steps.next().done !== true) {
    if (performance.now() - beganMs < STRETCH_MS) continue;
    await setImmediate();
    beganMs = performance.now();
  }
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
