import { type FieldError, validationFailed } from "@jst/errors";
import type { ColumnCreate } from "../../../gen/rpc.ts";
import { type ColumnOptions, isBlank } from "../types/definition.ts";
import { checkFormulaMembers, withResultTypes } from "./formulas.ts";
import { columnTypes } from "../types/types.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { checkRelationMembers, sentRelation } from "../types/relation.ts";

/** A column ready to be stored. */
export interface ColumnDraft {
  name: string;
  display_name: string;
  type: ColumnCreate["type"];
  is_required: boolean;
  is_unique: boolean;
  default_value: unknown;
  description: string | null;
  options: ColumnOptions;
  position: number;
}

/** Names that would hide a member of the row or of every object (tables.names). */
export const reservedNames: ReadonlySet<string> = new Set([
  "constructor",
  "prototype",
  "id",
  "version",
  "created_at",
  "updated_at",
  "deleted_at",
]);

/**
 * Checks the columns of a new table; throws validation_failed with every fault at once, then the first of a formula.
 */
export function newColumns(columns: readonly ColumnCreate[]): ColumnDraft[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const drafts = columns.map((column, index) => {
    const at = `columns.${index}.`;
    checkName(column.name, at, errors);
    if (names.has(column.name))
      errors.push({
        field: `${at}name`,
        code: "duplicate",
        message: "Two columns have this name. Choose another name.",
      });
    names.add(column.name);
    return draftOf(column, index, at, errors);
  });
  checkDefaultBytes(drafts, (index) => `columns.${index}.`, errors);
  if (errors.length > 0) throw validationFailed(errors);
  return withResultTypes(drafts, (name) => {
    const index = drafts.findIndex((draft) => draft.name === name);
    return `columns.${index}.formula`;
  });
}

/** Adds the fault of the column with whose default all of them together are more than a row may hold. */
export function checkDefaultBytes(
  columns: readonly Pick<ColumnDraft, "name" | "default_value">[],
  at: (index: number) => string,
  errors: FieldError[],
): void {
  let bytes = 0;
  for (const [index, { name, default_value: value }] of columns.entries()) {
    if (value === null) continue;
    bytes += Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes <= ROW_BYTES_MAX) continue;
    const message = `The defaults of the table are larger than ${ROW_BYTES_MAX} bytes together, which is the limit of a row. Send shorter defaults.`;
    errors.push({ field: `${at(index)}default`, code: "too_large", message });
    return;
  }
}

/** A column ready to be stored, and its faults under `at`; its formula is not looked into, see withResultTypes. */
export function draftOf(
  column: ColumnCreate,
  position: number,
  at: string,
  errors: FieldError[],
): ColumnDraft {
  const { name, type } = column;
  const definition = columnTypes[type];
  const options = definition.options(column.options ?? {}, `${at}options`, errors);
  checkFormulaMembers(column, at, errors);
  checkRelationMembers(column, at, errors);
  const isUnique = column.unique ?? false;
  if (isUnique && !definition.comparable) {
    errors.push({
      field: `${at}unique`,
      code: "invalid_value",
      message: `A ${type} column cannot be unique. Remove unique.`,
    });
  }
  return {
    name,
    display_name: column.display_name ?? name,
    type,
    is_required: column.required ?? false,
    is_unique: isUnique,
    default_value: defaultOf(column, options, at, errors),
    description: column.description ?? null,
    options: { ...options, ...ownMember(column) },
    position: column.position ?? position,
  };
}

/** Returns the settings of a type besides its options; they are stored among them. */
function ownMember(column: ColumnCreate): ColumnOptions {
  if (column.type === "formula") return { formula: column.formula ?? "" };
  const relation = column.type === "relation" ? sentRelation(column) : undefined;
  return relation === undefined ? {} : { relation };
}

/** Adds the fault of a name that would hide a member of every row. */
export function checkName(name: string, at: string, errors: FieldError[]): void {
  if (reservedNames.has(name))
    errors.push({
      field: `${at}name`,
      code: "reserved",
      message: "This column name is reserved. Choose another name.",
    });
}

/** The default as it is stored: a state column starts with its initial state. */
function defaultOf(column: ColumnCreate, options: ColumnOptions, at: string, errors: FieldError[]): unknown {
  const definition = columnTypes[column.type];
  const value = column.default ?? definition.initial?.(options) ?? null;
  if (value === null || column.type === "relation") return null;
  const { value: cell, misfit } = definition.read(value, options);
  // A fault of the options is told once, there.
  if (misfit !== undefined && (column.default ?? null) !== null)
    errors.push({ field: `${at}default`, ...misfit });
  if (column.required === true && misfit === undefined && isBlank(definition, cell))
    errors.push({
      field: `${at}default`,
      code: "required",
      message: "The default of a required column cannot be empty. Send another default.",
    });
  return cell ?? null;
}
