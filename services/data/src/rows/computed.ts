import type { Caller } from "@jst/caller";
import type { FormulaSet, Outcome, Viewpoint } from "@jst/formula";
import { PAGE_BYTES_MAX } from "@jst/query";
import { setImmediate } from "node:timers/promises";
import type { TableSchema } from "../tables/schema.ts";
import { formulasShown, rowSeparator, type RowShape } from "./row-json.ts";

/** Rows are evaluated this long at a stretch; then other requests have their turn. */
const STRETCH_MS = 10;
/** Time of all rows of one answer: formulas that come later are #NUM!, and the request has time left (contract 3). */
export const ANSWER_MS_MAX = 5_000;

/** Where and when the rows of one answer are looked at. */
export function viewpointOf(caller: Caller, nowMs = Date.now()): Viewpoint {
  return { timezone: caller.team.timezone, nowMs, untilMs: performance.now() + ANSWER_MS_MAX };
}

/** Rows as they are shown, joined. */
export interface ShownRows {
  items: Buffer;
  /** How many these are, where it is not all of them: no more fit a page. */
  count?: number;
}

/**
 * The rows (their JSON, joined, as shownRow makes them) with `computed` and `computed_errors`; of `fields` those that are
 * formulas. What is shown of a row already is passed through, only what the formulas read is parsed. Results may be longer
 * than their row: the rows that would pass PAGE_BYTES_MAX with them are left out, never the first.
 */
export async function computeRows(
  items: Buffer,
  schema: TableSchema,
  shape: RowShape,
  view: Viewpoint,
): Promise<ShownRows> {
  const formulas = formulasShown(schema, shape);
  if (formulas === undefined) return { items };
  // Text of a row, what its formulas read, text of the next one, and so on to the end.
  const parts = items.toString().split(rowSeparator);
  const inputs = JSON.parse(`[${parts.filter((_, i) => i % 2 === 1).join(",")}]`) as RowInputs[];
  const rows = inputs.map((input, i) => ({ inputs: input, text: parts[i * 2] ?? "" }));
  const shown: string[] = [];
  let bytes = 0;
  await evaluateRows(formulas, rows, view, ({ text }, outcomes) => {
    const row = withMembers(text, formulas.json(outcomes));
    bytes += Buffer.byteLength(row);
    const fits = shown.length === 0 || bytes <= PAGE_BYTES_MAX;
    if (fits) shown.push(row);
    return fits;
  });
  const all = Buffer.from(shown.join(""));
  return shown.length === rows.length ? { items: all } : { items: all, count: shown.length };
}

/** What formulas read of a row, in the order of their `inputs`. */
export type RowInputs = Parameters<FormulaSet["evaluate"]>[0];

/** Hands over the outcomes of each row while `take` answers true; other requests have their turn meanwhile. */
export async function evaluateRows<Row extends { inputs: RowInputs }>(
  formulas: FormulaSet,
  rows: readonly Row[],
  view: Viewpoint,
  take: (row: Row, outcomes: Outcome[]) => boolean,
): Promise<void> {
  await inTurns(function* () {
    yield* formulas.prepare();
    for (const row of rows) {
      if (!take(row, formulas.evaluate(row.inputs, view))) return;
      yield;
    }
  });
}

/** Does the work step by step; after each stretch of it others have their turn. */
async function inTurns(work: () => Iterator<undefined, void>): Promise<void> {
  const steps = work();
  let turn = performance.now();
  while (steps.next().done !== true) {
    if (performance.now() - turn < STRETCH_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
}

/** The text of an object with these members too. */
function withMembers(text: string, members: string): string {
  return `${text.slice(0, -1)},${members}}`;
}
