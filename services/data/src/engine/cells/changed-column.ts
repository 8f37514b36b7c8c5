import { isDeepStrictEqual } from "node:util";
import { type FieldError, validationFailed } from "@jst/errors";
import type { ColumnPatch, Relation } from "../../../gen/rpc.ts";
import { assetsTable, isAssets } from "../schema/assets-table.ts";
import { checkDefaultBytes, type ColumnDraft, draftOf } from "../schema/new-columns.ts";
import type { TableSchema } from "../schema/schema.ts";
import { isBlank } from "../types/definition.ts";
import { withResultTypes } from "../schema/formulas.ts";
import { carried } from "./rewritten-cells.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { type ColumnType, columnTypes } from "../types/types.ts";

/** The columns with the changed one in its place; throws when a formula the patch writes cannot work among them. */
export function withChanged(
  columns: readonly StoredColumn[],
  column: StoredColumn,
  patch: ColumnPatch,
  zone: string,
): StoredColumn[] {
  const changed = { ...column, ...changedColumn(column, patch, zone) };
  const isWritten = (name: string) => name === column.name && typeof patch.formula === "string";
  const typed = withResultTypes(
    columns.map((each) => (each === column ? changed : each)),
    (name) => (isWritten(name) ? "formula" : undefined),
  );
  // The others keep what is stored of them: saveResultTypes finds those that move.
  return columns.map((each, i) => (each === column ? (typed[i] ?? changed) : each));
}

/** Refuses a new default that does not fit into a row together with those of the other columns. */
export function requireDefaultFits(
  column: StoredColumn | undefined,
  draft: StoredColumn,
  columns: readonly StoredColumn[],
): void {
  if (isDeepStrictEqual(draft.default_value, column?.default_value ?? null)) return;
  const errors: FieldError[] = [];
  checkDefaultBytes([...columns.filter((each) => each.id !== draft.id), draft], () => "", errors);
  if (errors.length > 0) throw validationFailed(errors);
}

/** The column as the patch makes it; throws validation_failed with every fault at once. */
function changedColumn(column: StoredColumn, patch: ColumnPatch, zone: string): ColumnDraft {
  const errors: FieldError[] = [];
  const type = patch.type ?? column.type;
  const isOtherType = type !== column.type;
  if (isOtherType && !isConvertible(column.type, type)) {
    const message = `A ${column.type} column cannot become a ${type} column. Create a new column instead.`;
    throw validationFailed([{ field: "type", code: "not_convertible", message }]);
  }
  const options =
    patch.options ?? (isOtherType || type === "formula" || type === "relation" ? {} : column.options);
  for (const member of ["formula", "relation"] as const) {
    if (type !== member || patch[member] !== null) continue;
    errors.push({
      field: member,
      code: "required",
      message: `A ${member} column needs its ${member}. Send a value other than null.`,
    });
  }
  const draft = draftOf(
    {
      name: column.name,
      display_name: patch.display_name ?? column.display_name,
      type,
      required: patch.required ?? column.is_required,
      unique: patch.unique ?? column.is_unique,
      description: patch.description === undefined ? column.description : patch.description,
      options: options as Record<string, unknown>,
      position: patch.position ?? column.position,
      default: patch.default ?? null,
      formula: patch.formula ?? column.options.formula ?? null,
      relation: isOtherType ? null : keptRelation(column, patch),
    },
    column.position,
    "",
    errors,
  );
  if (errors.length > 0) throw validationFailed(errors);
  if (patch.default === undefined) draft.default_value = keptDefault(column, draft, zone);
  // A default of nothing gives a required column nothing.
  if (draft.is_required && isBlank(columnTypes[type], draft.default_value)) draft.default_value = null;
  return draft;
}

/** False where one of the types is filled by the service, or names what would have to be looked for in every cell. */
function isConvertible(from: ColumnType, to: ColumnType): boolean {
  const { filledBy, refersTo } = columnTypes[to];
  return columnTypes[from].filledBy === undefined && filledBy === undefined && refersTo === undefined;
}

/**
 * The settings as they are to be, those that are not sent as they are; its table stays, by which its cells were
 * checked.
 */
function keptRelation(column: StoredColumn, patch: ColumnPatch): Relation | null {
  const { relation } = column.options;
  const sent = patch.relation ?? null;
  if (sent === null || relation === undefined) return relation ?? sent;
  const { table_id } = relation;
  if (sent.table_id.toLowerCase() === table_id) return { ...relation, ...sent, table_id };
  const message = "The table of a relation cannot change. Send the present table_id, or create a new column.";
  throw validationFailed([{ field: "relation.table_id", code: "invalid_value", message }]);
}

/** The default that stays: carried over where it fits, and a state's own initial one replaced by the new one. */
function keptDefault(column: StoredColumn, draft: ColumnDraft, zone: string): unknown {
  const own = columnTypes[column.type].initial?.(column.options) ?? null;
  if (column.default_value === null || column.default_value === own) return draft.default_value;
  return carried(draft, column.default_value, zone) ?? draft.default_value;
}

/** Refuses a change or, without a draft, a deletion that would break the platform's own use of its system tables. */
export function requireOwn(schema: TableSchema, column: StoredColumn, draft?: ColumnDraft): void {
  if (!isAssets(schema) || !assetsTable.columns.some((each) => each.name === column.name)) return;
  const kept = ["type", "is_required", "is_unique", "default_value", "options"] as const;
  if (draft !== undefined && kept.every((member) => isDeepStrictEqual(draft[member], column[member]))) return;
  throw validationFailed([
    {
      field: "column_id",
      code: "system_column",
      message:
        "The platform uses this column, so you cannot change or delete it. Create a column of your own instead.",
    },
  ]);
}
