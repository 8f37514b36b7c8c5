import { useState } from "react";
import type { Pending } from "./pending.ts";
import { cellKey, type Edit } from "./refused.ts";
import type { Column, Row } from "./tables.ts";

/** A row that the API has created for a new row of this window. */
export type CreatedRow = Pick<Row, "id" | "version">;

const PREFIX = "new ";
/** The row that the API has created for each new row of this window, by the id of the new row. */
const created = new Map<string, CreatedRow>();
/** The id of the new row by the id of the row that was created for it. */
const begunAs = new Map<string, string>();

/** Returns a row without cells, which is not created yet. */
export const blankRow = (tableId: string): Row => newRow(tableId, crypto.randomUUID());

/** Returns a row without cells under a name that no other new row has. */
export const newRow = (tableId: string, name: string): Row => ({
  ...{ id: `${PREFIX}${name}`, table_id: tableId, version: 0, data: {} },
  ...{ created_at: "", updated_at: "", created_by: { type: "member", id: "" } },
});

/** Reports whether a row was begun in this window; it has an id of its own also once it is created. */
export const isNewRow = ({ id }: Pick<Row, "id">): boolean => id.startsWith(PREFIX);

/** Returns the row that was created for a new row; undefined before. */
export const createdFor = ({ id }: Pick<Row, "id">): CreatedRow | undefined => created.get(id);

/** Stores which row was created for a new one. */
export function keepCreated({ id }: Pick<Row, "id">, row: CreatedRow): void {
  created.set(id, row);
  begunAs.set(row.id, id);
}

/** Returns a row under the id that this window began it with, so that an open editor stays with its row. */
export function asBegun(row: Row): Row {
  const id = begunAs.get(row.id);
  return id === undefined ? row : { ...row, id };
}

/** Returns the id that the API knows a row by. */
export const storedId = (id: string): string => created.get(id)?.id ?? id;

/** Returns the edits with all other cells of their rows that are not sent or created, which one request writes. */
export function withWholeRows(edits: readonly Edit[], pending: Pending): Edit[] {
  const rows = new Set(edits.map(({ row }) => row.id));
  const cells = new Set(edits.map(cellKey));
  const others = [...pending.values()].filter(
    ({ edit, state }) => state === "unsent" || isUncreated(edit.row),
  );
  const missing = others
    .map(({ edit }) => edit)
    .filter((edit) => rows.has(edit.row.id) && !cells.has(cellKey(edit)));
  return [...edits, ...missing];
}

/** Reports whether the row of a window is not created yet. */
export const isUncreated = (row: Row): boolean => isNewRow(row) && createdFor(row) === undefined;

/** Lists the required columns that a new row lacks, of which the API sets none by itself. */
export function lackedBy(row: Row, edits: readonly Edit[], columns: readonly Column[]): Column[] {
  if (!isUncreated(row)) return [];
  const filled = new Set(
    edits.filter((edit) => edit.row.id === row.id && isFilled(edit)).map((edit) => edit.column),
  );
  return columns.filter((column) => column.required && column.default == null && !filled.has(column.name));
}

const isFilled = ({ value }: Edit): boolean => value !== null && value !== undefined && value !== "";

/** Reports whether an edit empties a cell of a new row that has no value. */
export const isIdle = (edit: Edit, pending: Pending): boolean =>
  isUncreated(edit.row) && !isFilled(edit) && !pending.has(cellKey(edit));

/** Returns the new rows of a window that the list does not have yet, with a blank one after them. */
export function useNewRows(tableId: string) {
  const [newRows, setNewRows] = useState<readonly Row[]>(() => [blankRow(tableId)]);
  return {
    newRows,
    /** Adds rows that have cells now, and a blank one after them. */
    rowsBegun: (rows: readonly Row[]) => {
      const begun = rows.filter(isUncreated);
      if (begun.length === 0) return;
      setNewRows((before) => {
        const blank = before.at(-1);
        const known = new Set(before.slice(0, -1).map(({ id }) => id));
        const added = begun.filter(({ id }) => !known.has(id));
        const isBlankUsed = added.some(({ id }) => id === blank?.id);
        const next = blank === undefined || isBlankUsed ? blankRow(tableId) : blank;
        return [...before.slice(0, -1), ...added, next];
      });
    },
    /** Leaves out rows that the list has now. */
    rowsListed: (ids: readonly string[]) =>
      setNewRows((before) => before.filter(({ id }) => !ids.includes(id))),
  };
}
