import { fieldsOf, sortText, type Field, type Fields } from "@jst/query";
import { systemFields } from "../list-fields.ts";
import type { ColumnOptions, ColumnType } from "./column-type.ts";

/** What handlers need of a column. */
export interface ColumnSchema {
  name: string;
  type: ColumnType;
  required: boolean;
  default: unknown;
  options: ColumnOptions;
}

/** What handlers need of a table to check, list and show its rows. Remembered per process; see SchemaCache. */
export interface TableSchema {
  id: string;
  name: string;
  /** The version of the columns this was made from. */
  version: number;
  columns: ReadonlyMap<string, ColumnSchema>;
  /** JSON of a row without cells: every column null. */
  blank: string;
  /** Fields a list may sort and filter by. */
  fields: Fields;
}

/** A table's schema as its statement answers it. */
export interface SchemaRow extends Record<string, unknown> {
  id: string;
  name: string;
  schema_version: number;
  columns: ColumnSchema[];
}

/** Builds the schema once, so that no request does per-column work that does not depend on it. */
export function schemaOf(row: SchemaRow): TableSchema {
  return {
    id: row.id,
    name: row.name,
    version: row.schema_version,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    blank: JSON.stringify(Object.fromEntries(row.columns.map((column) => [column.name, null]))),
    fields: fieldsOf(...row.columns.map(fieldOf), ...systemFields("r")),
  };
}

/** Columns are read through the leakproof accessors, so that an index may answer under row-level security (fleet.md). */
function fieldOf(column: ColumnSchema): Field {
  const { name, type } = column;
  // A column's name is ^[a-z][a-z0-9_]{0,62}$, held by the contract: it needs no quoting.
  const text = `platform.jsonb_text(r.data, '${name}')`;
  switch (type) {
    case "number":
      return { name, kind: "number", sql: `platform.jsonb_number(r.data, '${name}')` };
    case "boolean":
      return { name, kind: "boolean", sql: `platform.jsonb_boolean(r.data, '${name}')` };
    case "json":
      return { name, kind: "json", sql: `platform.jsonb_field(r.data, '${name}')` };
    // YYYY-MM-DD orders as text in the database's collation (C.UTF-8); a cast would be neither immutable nor leakproof.
    case "date":
      return { name, kind: "date", sql: text, type: "text" };
    case "select":
      return { name, kind: "select", sql: text };
    case "text":
      return { name, kind: "text", sql: text, sort: sortText(text) };
  }
}
