import type { Caller } from "@jst/caller";
import type { FormulaSet, Outcome, Viewpoint } from "@jst/formula";
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

/**
 * The rows (their JSON, joined, as shownRow makes them) with `computed` and `computed_errors`; of `fields` those that are
 * formulas. What is shown of a row already is passed through, only what the formulas read is parsed.
 */
export async function computeRows(
  items: Buffer,
  schema: TableSchema,
  shape: RowShape,
  view: Viewpoint,
): Promise<Buffer> {
  const formulas = formulasShown(schema, shape);
  if (formulas === undefined) return items;
  // Text of a row, what its formulas read, text of the next one, and so on to the end.
  const parts = items.toString().split(rowSeparator);
  const inputs = JSON.parse(`[${parts.filter((_, i) => i % 2 === 1).join(",")}]`) as RowInputs[];
  const outcomes = await evaluateRows(formulas, inputs, view);
  const texts = parts.filter((_, i) => i % 2 === 0);
  const shown = texts.map((text, i) => {
    const row = outcomes[i];
    return row === undefined ? text : withMembers(text, formulas.json(row));
  });
  return Buffer.from(shown.join(""));
}

/** What formulas read of a row, in the order of their `inputs`. */
export type RowInputs = Parameters<FormulaSet["evaluate"]>[0];

/** The outcomes of each row; other requests have their turn meanwhile. */
export async function evaluateRows(
  formulas: FormulaSet,
  rows: readonly RowInputs[],
  view: Viewpoint,
): Promise<Outcome[][]> {
  const outcomes: Outcome[][] = [];
  await inTurns(function* () {
    yield* formulas.prepare();
    for (const inputs of rows) yield void outcomes.push(formulas.evaluate(inputs, view));
  });
  return outcomes;
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
