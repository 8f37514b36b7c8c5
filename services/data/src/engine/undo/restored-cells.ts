import type { TeamTx } from "@jst/db";
import { keepCells, type RevivedRow } from "../cells/kept-cells.ts";
import { cellPlace } from "../cells/cell-place.ts";
import { noteGiven } from "../cells/set-aside.ts";
import type { TableColumn } from "../schema/stored-columns.ts";
import { type Cells, changedNames, type UndoContext } from "./undo-cells.ts";

/** A cell that an undo gives to a deleted row which holds one of another column, its own column being there again. */
export interface RestoredCell {
  column: TableColumn;
  row: RevivedRow;
}

/** The column by name of each cell that came back, of a column that is there again where the row holds another's. */
export function restoredColumns(
  was: Cells,
  is: Cells,
  { today, returning, setAside, absent }: UndoContext,
): Map<string, TableColumn> {
  const again = changedNames(was, is).flatMap((name): [string, TableColumn][] => {
    const [column, first] = [today.get(name), setAside.find((note) => note.name === name)];
    if (column === undefined || returning.has(name) || first === undefined) return [];
    return first.of_column?.id === column.id || absent.has(column.id) ? [] : [[name, column]];
  });
  return new Map(again);
}

/** Keeps what deleted rows held before these cells were given to them, and notes of which columns they are now. */
export async function recordRestored(tx: TeamTx, given: readonly RestoredCell[]): Promise<void> {
  await keepCells(
    tx,
    given.map(({ row }) => row),
  );
  for (const [column, own] of Map.groupBy(given, (each) => each.column)) {
    const place = await cellPlace(tx, column.table_id, column.name);
    await noteGiven(
      tx,
      place,
      column,
      own.map(({ row }) => row.id),
    );
  }
}
