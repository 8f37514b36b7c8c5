import type { Caller } from "@jst/caller";
import type { FormulaRow, FormulaSet, Viewpoint } from "@jst/formula";
import { setImmediate } from "node:timers/promises";
import type { TableSchema } from "../tables/schema.ts";
import { needsFormulas, type RowShape } from "./row-json.ts";

/** Rows are evaluated this long at a stretch; then other requests have their turn. */
const STRETCH_MS = 10;

/** The rows (JSON of an array) with their formula columns; of `fields` those that are formulas. */
export async function computeRows(
  items: string,
  schema: TableSchema,
  shape: RowShape,
  caller: Caller,
): Promise<string> {
  const { formulas } = schema;
  if (formulas === undefined || !needsFormulas(schema, shape)) return items;
  const names = shape.fields === undefined ? undefined : new Set(shape.fields.split(","));
  const view = { timezone: caller.team.timezone, nowMs: Date.now() };
  const texts: string[] = [];
  let turn = performance.now();
  for (const row of JSON.parse(items) as StoredRow[]) {
    texts.push(JSON.stringify(withComputed(row, formulas, names, view)));
    if (performance.now() - turn < STRETCH_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return `[${texts.join(",")}]`;
}

interface StoredRow extends FormulaRow {
  table_id: string;
}

function withComputed(
  row: StoredRow,
  formulas: FormulaSet,
  names: ReadonlySet<string> | undefined,
  view: Viewpoint,
) {
  const { id, table_id, data, ...rest } = row;
  const { computed, computed_errors: errors } = formulas.evaluate(row, view);
  const narrow = <T>(members: Record<string, T>) =>
    names === undefined
      ? members
      : Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
  const shownErrors = narrow(errors);
  return {
    id,
    table_id,
    data: narrow(data),
    ...rest,
    computed: narrow(computed),
    ...(Object.keys(shownErrors).length === 0 ? {} : { computed_errors: shownErrors }),
  };
}
