import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { showsSomething } from "@jst/values";
import { type ColumnSchema, type TableSchema } from "../schema/schema.ts";
import { isBlank, type Misfit } from "../types/definition.ts";
import { columnTypes } from "../types/types.ts";

/** Cells of a PATCH: what to set and what to empty. */
export interface CellChanges {
  set: Record<string, unknown>;
  cleared: string[];
}

/**
 * The cells of a new row: those sent, telephone numbers read by the country, and the defaults of columns that were not.
 * Empty cells are left out.
 */
export function newCells(
  schema: TableSchema,
  data: Record<string, unknown>,
  country?: string,
): Record<string, unknown> {
  const { cells: sent, errors } = readCells(schema, data, country);
  const cells = new Map<string, unknown>();
  for (const column of schema.columns.values()) {
    const value = Object.hasOwn(data, column.name) ? sent.get(column.name) : column.default;
    if (value !== null && value !== undefined) cells.set(column.name, value);
    // A value that did not fit is a fault of its own.
    const isMisfit = Object.hasOwn(data, column.name) && !sent.has(column.name);
    if (!isMisfit && isUnseen(column, value)) errors.push(missing(column));
  }
  refuse(errors);
  return Object.fromEntries(cells);
}

/** The changes of a PATCH, whose null empties a cell. */
export function changedCells(
  schema: TableSchema,
  data: Record<string, unknown>,
  country?: string,
): CellChanges {
  const { cells, errors } = readCells(schema, data, country);
  const cleared = [...cells].filter(([, value]) => value === null).map(([name]) => name);
  for (const [name, value] of cells) {
    const column = schema.columns.get(name);
    if (column !== undefined && isUnseen(column, value)) errors.push(missing(column));
  }
  refuse(errors);
  return { set: Object.fromEntries([...cells].filter(([, value]) => value !== null)), cleared };
}

/** True when some column needs a value of every row. */
export function hasRequired(schema: TableSchema): boolean {
  return [...schema.columns.values()].some((column) => isMissing(column, null));
}

/** The defaults of required columns in which a stored row has nothing; refused where there is none. */
export function requiredCells(schema: TableSchema, data: Record<string, unknown>): Record<string, unknown> {
  const wanting = [...schema.columns.values()].filter((column) => isMissing(column, data[column.name]));
  refuse(wanting.filter((column) => column.default === null).map(missing));
  return Object.fromEntries(wanting.map((column) => [column.name, column.default]));
}

/** The cells sent as they are stored, null where they are emptied, and every fault. */
function readCells(
  schema: TableSchema,
  data: Record<string, unknown>,
  country: string | undefined,
): { cells: Map<string, unknown>; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const cells = new Map<string, unknown>();
  for (const [name, value] of Object.entries(data)) {
    const field = `data.${name.slice(0, 80)}`;
    const column = schema.columns.get(name);
    if (column === undefined) {
      errors.push({
        field,
        code: "unknown_column",
        message: "The table does not have this column. Read the table to see its columns.",
      });
      continue;
    }
    const definition = columnTypes[column.type];
    // A column the service fills refuses null too.
    const isEmptied = value === null && definition.filledBy === undefined;
    const reading = isEmptied ? { value: null } : definition.read(value, column.options, country);
    if (reading.misfit === undefined) cells.set(name, reading.value);
    else errors.push(faultAt(field, reading.misfit));
  }
  return { cells, errors };
}

/** The fault at the cell, or at the member of its list. */
function faultAt(field: string, { member, ...fault }: Misfit): FieldError {
  return { field: member === undefined ? field : `${field}.${member}`, ...fault };
}

/** True when a column that needs a value would have none. */
function isMissing(column: ColumnSchema, cell: unknown): boolean {
  const definition = columnTypes[column.type];
  return column.required && definition.filledBy === undefined && isBlank(definition, cell);
}

/** True when it would have none that shows: what a row is to have is judged as it is written (conventions.names). */
function isUnseen(column: ColumnSchema, cell: unknown): boolean {
  return isMissing(column, cell) || (column.required && typeof cell === "string" && !showsSomething(cell));
}

function missing(column: ColumnSchema): FieldError {
  return {
    field: `data.${column.name}`,
    code: "required",
    message: "This column is required. Send a value that is not empty.",
  };
}

/** An unknown column has a code of its own (tables.write); the other faults are listed with it. */
function refuse(errors: FieldError[]): void {
  const unknown = errors
    .filter((error) => error.code === "unknown_column")
    .map((error) => error.field.slice("data.".length));
  if (unknown.length > 0) {
    throw new AppError(
      "unknown_column",
      `The table does not have these columns: ${unknown.slice(0, 5).join(", ")}. Check the names.`,
      {
        errors,
      },
    );
  }
  if (errors.length > 0) throw validationFailed(errors);
}
