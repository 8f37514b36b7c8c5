import { AppError } from "@jst/errors";
import type { Params } from "@jst/query";
import { timestampSql } from "../json-sql.ts";
import type { TableSchema } from "../tables/schema.ts";

/**
 * SQL for one row as JSON text, over alias `r`. It concatenates texts, several times cheaper than building objects;
 * `deleted_at` drops out of an active row because concat leaves nulls out.
 */
export function rowJson(data: string, withComputed = false): string {
  return `concat('{"id":"', r.id, '","table_id":"', r.table_id, '","data":', ${data},
    ${withComputed ? `',"computed":{}',` : ""}',"created_at":"', ${timestampSql("r.created_at")},
    '","updated_at":"', ${timestampSql("r.updated_at")}, '"', ',"deleted_at":"' || ${timestampSql("r.deleted_at")} || '"',
    ',"version":', r.version, ',"created_by":{"type":"', r.created_by_type, '","id":',
    coalesce(to_json(r.created_by_id)::text, 'null'), '}}')`;
}

/** SQL for `data` with every column present: the given place holder is the table's blank row. */
export function wholeData(schema: TableSchema, blank: string): string {
  return `${blank} || ${cellsOf(schema)}`;
}

/** SQL for the cells that are not empty, with those that are read from the row itself. */
function cellsOf(schema: TableSchema): string {
  return schema.rowColumns === "" ? "r.data" : `r.data || ${schema.rowColumns}`;
}

/** SQL for `data` with the columns of `fields` (comma separated) only; 400 for a column the table lacks. */
function narrowData(schema: TableSchema, fields: string, params: Params): string {
  const names = [...new Set(fields.split(","))];
  const unknown = names.find((name) => !schema.columns.has(name));
  if (unknown !== undefined) {
    const message = `The table has no column "${unknown.slice(0, 80)}".`;
    throw new AppError("invalid_parameter", `fields names columns, comma separated. ${message}`, {
      errors: [{ field: "fields", code: "unknown_column", message }],
    });
  }
  return `(select jsonb_object_agg(f, (${cellsOf(schema)}) -> f) from unnest(${params.add(names, "text[]")}) f)`;
}

/** What of a row an answer shows. */
export interface RowShape {
  /** Columns, comma separated; all when undefined. */
  fields?: string | undefined;
  computed?: boolean | undefined;
}

/** SQL for one row, over alias `r`, as the caller wants to see it. */
export function shownRow(schema: TableSchema, shape: RowShape, params: Params): string {
  const data =
    shape.fields === undefined
      ? wholeData(schema, params.add(schema.blank, "jsonb"))
      : narrowData(schema, shape.fields, params);
  return rowJson(data, shape.computed === true);
}
