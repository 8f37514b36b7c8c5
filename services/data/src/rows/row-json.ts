import { AppError } from "@jst/errors";
import type { FormulaSet } from "@jst/formula";
import type { Params } from "@jst/query";
import { timestampJson } from "../json-sql.ts";
import { expandedData, type Expansion } from "../relations/expand.ts";
import type { TableSchema } from "../tables/schema.ts";
import { formulaInputs } from "./formula-inputs.ts";

/**
 * SQL for one row as JSON text, over alias `r`. It joins texts, several times cheaper than building objects, and twice
 * as cheap as concat. No part is null; the id of who made the row is a UUID, in which nothing needs escaping. The parts
 * around `data` are joined by themselves first: each join copies what stands to its left.
 */
export function rowJson(
  data: string,
  { mark = "", withComputed = false, tail }: RowJsonOptions = {},
): string {
  const behind = withComputed ? `',"computed":{}' || ` : mark === "" ? "" : `E'${mark}' || `;
  const end = tail === undefined ? `E'}}${mark}'` : `'}' || ${tail} || E'}${mark}'`;
  return `('{"id":"' || r.id || '","table_id":"' || r.table_id || E'","data":${mark}') || (${data})::text
    || (${behind}${times}
    || case when r.deleted_at is null then '' else ',"deleted_at":' || ${timestampJson("r.deleted_at")} end
    || ',"version":' || r.version || ',"created_by":{"type":"' || r.created_by_type
    || '","id":' || coalesce('"' || r.created_by_id || '"', 'null') || ${end})`;
}

interface RowJsonOptions {
  /** Stands on both sides of `data` and at the end, as an escape string of PostgreSQL writes it. */
  mark?: string;
  /** With a member `computed` that is empty. */
  withComputed?: boolean;
  /** SQL for the text of further members, each with a comma in front. */
  tail?: string | undefined;
}

/** Most rows were never changed: then one instant is written out instead of two, at 0.8 us each. */
const times = `case when r.updated_at = r.created_at
    then replace(',"created_at":~,"updated_at":~', '~', ${timestampJson("r.created_at")})
    else ',"created_at":' || ${timestampJson("r.created_at")} || ',"updated_at":' || ${timestampJson("r.updated_at")} end`;

/** What rows that one caller puts into one table have in common in newRowJson: the texts before and after their own. */
export function newRowFrame(tableId: string, by: { actorType: string; actorId: string }): [string, string] {
  const maker = JSON.stringify({ type: by.actorType, id: by.actorId });
  return [`","table_id":"${tableId}","data":`, `,"version":1,"created_by":${maker}}`];
}

/**
 * The same text as rowJson's for a row that is being inserted. It joins a third of the parts: every function of an
 * expression is looked up and walked through anew each time the statement runs.
 */
export function newRowJson(data: string, [before, after]: [string, string]): string {
  return `('{"id":"' || r.id || ${before}::text) || (${data})::text
    || replace(',"created_at":~,"updated_at":~', '~', ${timestampJson("r.created_at")}) || ${after}::text`;
}

/**
 * SQL for `data` with every column present; the place holders are the table's blank row and, where many rows are shown,
 * the names of its members: to see that a row has them all costs half of merging the two.
 */
export function wholeData(schema: TableSchema, blank: string, names?: string): string {
  const whole = `${blank} || ${cellsOf(schema)}`;
  if (names === undefined || schema.rowColumns !== "") return whole;
  return `case when r.data ?& ${names} then r.data else ${whole} end`;
}

/** SQL for the cells that are not empty, with those that are read from the row itself. */
function cellsOf(schema: TableSchema): string {
  return schema.rowColumns === "" ? "r.data" : `r.data || ${schema.rowColumns}`;
}

/** The columns of `fields` (comma separated), without those that are computed; 400 for a column the table lacks. */
function storedFields(schema: TableSchema, fields: string): string[] {
  const names = fields === "" ? [] : [...new Set(fields.split(","))];
  const unknown = names.find((name) => !schema.columns.has(name));
  if (unknown !== undefined) {
    const message = `The table has no column "${unknown.slice(0, 80)}".`;
    throw new AppError("invalid_parameter", `fields names columns, comma separated. ${message}`, {
      errors: [{ field: "fields", code: "unknown_column", message }],
    });
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
  const message = `"${formula}" is a formula, which stands in computed: send computed=1 with it.`;
  throw new AppError("invalid_parameter", `fields names a column that would not be shown. ${message}`, {
    errors: [{ field: "fields", code: "invalid_parameter", message }],
  });
}

/** SQL for `data` with these columns only. */
function narrowData(schema: TableSchema, names: readonly string[], params: Params): string {
  if (names.length === 0) return "'{}'";
  return `(select jsonb_object_agg(f, (${cellsOf(schema)}) -> f) from unnest(${params.add(names, "text[]")}) f)`;
}

/** What of a row an answer shows. */
export interface RowShape {
  /** Columns, comma separated; all when undefined, none when empty. */
  fields?: string | undefined;
  computed?: boolean | undefined;
  /** SQL for what a view adds to the row, see rowJson. */
  tail?: string | undefined;
  /** Relation columns shown as rows. */
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
  return computed === true && expansions.some(({ target }) => target.formulas !== undefined);
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
  const data = expansions.length === 0 ? cells : expandedData(cells, shape, params);
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
