import { uuidv7 } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { ImportColumn, ImportPart, NewColumn, TargetColumn } from "@jst/importing";
import type { Call } from "@jst/rpc";
import type { ColumnCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { checkName, type ColumnDraft, draftOf } from "../engine/schema/new-columns.ts";
import type { ColumnSchema } from "../engine/schema/schema.ts";
import { columnTypes } from "../engine/types/types.ts";
import { cellValue, idValue } from "./cell-values.ts";

/** Columns that a part maps to. */
export interface PartColumns {
  /** By the index of the column of the source. */
  targets: Map<number, TargetColumn>;
  /** Names of the columns that the table has. */
  names: string[];
  /** Columns that the run makes. */
  drafts: { draft: ColumnDraft; body: ColumnCreate }[];
}

/** A part of an import, and the columns to which it goes as they were when it was opened. */
export interface OpenPart {
  call: Call<Deps>;
  part: ImportPart;
  columns: PartColumns;
  /** Fingerprint of the columns that the table has. */
  stamp: string;
}

/** Finds the columns that a part maps to; faults go to `errors` under `at`. */
export function partColumns(
  { columns }: ImportPart,
  known: ReadonlyMap<string, ColumnSchema>,
  at: string,
  errors: FieldError[],
): PartColumns {
  const found: PartColumns = { targets: new Map(), names: [], drafts: [] };
  for (const column of columns) {
    if (column.to === null) continue;
    const place = `${at}.columns.${column.index}.to`;
    if (column.to.field === "id")
      found.targets.set(column.index, { name: null, read: (cell) => idValue(cell) });
    else if (column.to.field !== undefined)
      errors.push({
        field: `${place}.field`,
        code: "unknown_field",
        message: "A row has no field but id. Send id, or the member column.",
      });
    else if (column.to.new === undefined) addKnown(found, column, known, place, errors);
    else addNew(found, column.index, column.to.new, known, place, errors);
  }
  return found;
}

function addKnown(
  found: PartColumns,
  { index, to }: ImportColumn,
  known: ReadonlyMap<string, ColumnSchema>,
  at: string,
  errors: FieldError[],
): void {
  const column = known.get(to?.column ?? "");
  if (column === undefined) {
    const message = "The table does not have this column. Read the table to see its columns.";
    errors.push({ field: `${at}.column`, code: "unknown_column", message });
    return;
  }
  if (columnTypes[column.type].filledBy !== undefined) {
    const message = "The service fills this column itself. Choose another column.";
    errors.push({ field: `${at}.column`, code: "read_only", message });
    return;
  }
  found.names.push(column.name);
  found.targets.set(index, targetOf(column));
}

function addNew(
  found: PartColumns,
  index: number,
  { name, display_name, type, unique = false, options }: NewColumn,
  known: ReadonlyMap<string, ColumnSchema>,
  at: string,
  errors: FieldError[],
): void {
  if (known.has(name)) {
    const message = "The table already has a column of this name. Choose another name, or send column.";
    errors.push({ field: `${at}.new.name`, code: "name_taken", message });
    return;
  }
  checkName(name, `${at}.new.`, errors);
  const body = {
    name,
    type: type as ColumnCreate["type"],
    unique,
    ...(display_name === undefined ? {} : { display_name }),
    ...(options === undefined ? {} : { options }),
  };
  const draft = draftOf(body, known.size + found.drafts.length, `${at}.new.`, errors);
  found.drafts.push({ draft, body });
  found.targets.set(index, targetOf(schemaOfDraft(draft)));
}

/** Returns a column that is to be made as handlers need it to judge cells; its id is its own. */
export const schemaOfDraft = (draft: ColumnDraft): ColumnSchema => ({
  id: uuidv7(),
  name: draft.name,
  type: draft.type,
  required: draft.is_required,
  unique: draft.is_unique,
  default: draft.default_value,
  options: draft.options,
});

function targetOf(column: ColumnSchema): TargetColumn {
  const { compared = (cell: unknown) => cell, read } = columnTypes[column.type];
  return {
    name: column.name,
    read: (cell, mapping, options) => cellValue(column, cell, mapping, options),
    ...(column.unique && {
      unique: (value) => {
        const { value: cell } = read(value, column.options);
        return JSON.stringify(compared(cell ?? value));
      },
    }),
  };
}
