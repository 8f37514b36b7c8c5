import { AppError } from "@jst/errors";
import type { FormulaSet } from "@jst/formula";
import type { Params } from "@jst/query";
import type { TableSchema } from "../schema/schema.ts";
import { expandedData, type Expansion } from "./expand.ts";
import { formulaInputs } from "./formula-inputs.ts";
import { cellsOf, rowJson, wholeData } from "./row-json.ts";

/** The columns of `fields` (comma separated), without those that are computed; 400 for a column the table lacks. */
function storedFields(schema: TableSchema, fields: string): string[] {
  const names = fields === "" ? [] : [...new Set(fields.split(","))];
  const unknown = names.find((name) => !schema.columns.has(name));
  if (unknown !== undefined) {
    const message = `The table does not have the column "${unknown.slice(0, 80)}".`;
    throw new AppError(
      "invalid_parameter",
      `fields must be a list of columns, separated by commas. ${message}`,
      {
        errors: [{ field: "fields", code: "unknown_column", message }],
      },
    );
  }
  return names.filter((name) => schema.columns.get(name)?.type !== "formula");
}

/**
 * Refuses `fields` of the caller's own that would show nothing: formulas stand in `computed` alone (tables.computed).
 */
export function requireComputed({ columns }: TableSchema, { fields = "", computed }: RowShape): void {
  if (computed === true) return;
  const formula = fields.split(",").find((name) => columns.get(name)?.type === "formula");
  if (formula === undefined) return;
  const message = `"${formula}" is a formula, which the reply shows only with computed=1. Send computed=1 too.`;
  throw new AppError("invalid_parameter", `fields has a column that the reply does not show. ${message}`, {
    errors: [{ field: "fields", code: "invalid_parameter", message }],
  });
}

/** SQL for `data` with these columns only. */
function narrowData(schema: TableSchema, names: readonly string[], params: Params): string {
  if (names.length === 0) return "'{}'";
  return `(select jsonb_object_agg(f, (${cellsOf(schema)}) -> f) from unnest(${params.add(names, "text[]")}) f)`;
}

/** Parts of a row that a reply shows. */
export interface RowShape {
  /** Columns, comma separated; all when undefined, none when empty. */
  fields?: string | undefined;
  computed?: boolean | undefined;
  /** SQL for what a view adds to the row, see rowJson. */
  tail?: string | undefined;
  /** Columns shown as the rows or files that they name. */
  expansions?: readonly Expansion[];
}

/** The formulas an answer needs; undefined when it shows none. */
export function formulasShown(
  { formulas }: TableSchema,
  { fields, computed }: RowShape,
): FormulaSet | undefined {
  if (computed !== true || formulas === undefined) return undefined;
  const shown = fields === undefined ? formulas : formulas.only(new Set(fields.split(",")));
  return shown.names.length === 0 ? undefined : shown;
}

/** True where an answer shows formulas of the rows that expanded cells name. */
export function areTargetsComputed({ computed, expansions = [] }: RowShape): boolean {
  return computed === true && expansions.some(({ target }) => target?.formulas !== undefined);
}

/**
 * Stands before and behind what formulas read, where an answer needs them, and at the end of the row: a character that
 * JSON only holds escaped.
 */
export const rowSeparator = "\x1e";
const mark = "\\x1e";

function shownCells(schema: TableSchema, params: Params): string {
  const blank = params.add(schema.blank, "jsonb");
  // PostgreSQL refuses a parameter that the statement does not name.
  return wholeData(
    schema,
    blank,
    schema.rowColumns === "" ? params.add(schema.blankNames, "text[]") : undefined,
  );
}

/**
 * SQL for one row, over alias `r`, as the caller wants to see it; computeRows makes the answer of it. Formulas read the
 * cells where the row shows them all: to write those they read once more took 1.8 us a row. Else what they read is an
 * array by itself.
 */
export function shownRow(schema: TableSchema, shape: RowShape, params: Params): string {
  const names = shape.fields === undefined ? undefined : storedFields(schema, shape.fields);
  const cells = names === undefined ? shownCells(schema, params) : narrowData(schema, names, params);
  const { expansions = [] } = shape;
  const data =
    expansions.length === 0 ? cells : expandedData(cells, { expansions, computed: shape.computed }, params);
  const formulas = formulasShown(schema, shape);
  const { tail } = shape;
  if (formulas === undefined) {
    const row = rowJson(data, { withComputed: shape.computed === true, tail });
    return areTargetsComputed(shape) ? `${row} || E'${mark}[]${mark}${mark}'` : row;
  }
  if (names === undefined && expansions.length === 0 && !formulas.needsRecord)
    return rowJson(data, { mark, tail });
  return `${rowJson(data, { tail })} || (E'${mark}' || ${formulaInputs(schema, formulas)} || E'${mark}${mark}')`;
}
