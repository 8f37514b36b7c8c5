import { type FieldError, validationFailed } from "@jst/errors";
import type { NewColumn } from "../../gen/rpc.ts";
import { type ColumnOptions, misfitOf } from "./column-type.ts";
import { readOptions } from "./column-options.ts";

/** A column ready to be stored. */
export interface ColumnDraft {
  name: string;
  display_name: string;
  type: NewColumn["type"];
  is_required: boolean;
  is_unique: boolean;
  default_value: unknown;
  description: string | null;
  options: ColumnOptions;
  position: number;
}

/** Names that would hide a member of the row or of every object (contract 22). */
const reserved = new Set([
  "constructor",
  "prototype",
  "id",
  "version",
  "created_at",
  "updated_at",
  "deleted_at",
]);

/** Types whose cells can be compared as a whole. */
const comparable = new Set<NewColumn["type"]>(["text", "number", "date", "select"]);

/** Checks the columns of a new table; throws validation_failed with every fault at once. */
export function newColumns(columns: readonly NewColumn[]): ColumnDraft[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const drafts = columns.map((column, index) => {
    const at = `columns.${index}`;
    if (reserved.has(column.name))
      errors.push({ field: `${at}.name`, code: "reserved", message: "This name is reserved." });
    if (names.has(column.name))
      errors.push({ field: `${at}.name`, code: "duplicate", message: "Each name stands once." });
    names.add(column.name);
    return draftOf(column, index, at, errors);
  });
  if (errors.length > 0) throw validationFailed(errors);
  return drafts;
}

function draftOf(column: NewColumn, index: number, at: string, errors: FieldError[]): ColumnDraft {
  const { name, type } = column;
  const options = readOptions(type, column.options ?? {}, `${at}.options`, errors);
  const isUnique = column.unique ?? false;
  if (isUnique && !comparable.has(type)) {
    errors.push({
      field: `${at}.unique`,
      code: "invalid_value",
      message: `A ${type} column cannot be unique.`,
    });
  }
  const defaultValue = column.default ?? null;
  const misfit = defaultValue === null ? undefined : misfitOf(type, options, defaultValue);
  if (misfit !== undefined) errors.push({ field: `${at}.default`, ...misfit });
  return {
    name,
    display_name: column.display_name ?? name,
    type,
    is_required: column.required ?? false,
    is_unique: isUnique,
    default_value: defaultValue,
    description: column.description ?? null,
    options,
    position: column.position ?? index,
  };
}
