import type { Change } from "@jst/changes";
import { zoneOf } from "../cells/rewritten-cells.ts";
import type { TeamTx } from "@jst/db";
import { columnsOfTables, type TableColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";
import { findAbsentAt, findUnchecked, findUndoneColumns, type NamingCell } from "./unchecked-cells.ts";
import { findDeletedRows, lockActiveRows, rowKey } from "../links/queries.ts";
import { changedNames, newLinks, type Columns, type UndoContext } from "./undo-cells.ts";
import { cellsOf, isDeleted, isRevived, type Passage, tableOf } from "./undo-revived.ts";
import { judging, setAsideOf } from "./undo-set-aside.ts";

/** Reads the facts that judge cells restored by these changes, for rows made at a time. */
export async function undoContextOf(
  tx: TeamTx,
  changes: readonly Change[],
  madeAt: string,
): Promise<(change: Change) => UndoContext> {
  const tables = await columnsOf(tx, changes);
  const left = await setAsideOf(tx, changes);
  const today = [...tables.values()].flatMap((columns) => [...columns.values()]);
  const former = [...left.values()].flatMap((notes) =>
    notes.flatMap(({ of_column: column }) => column ?? []),
  );
  const columnIds = [...new Set([...today, ...former].map(({ id }) => id))];
  const absent = await findAbsentAt(tx, columnIds, madeAt);
  const naming = await namingOf(tx, changes, madeAt);
  const people = changes.flatMap((change) => namingCells(change, tables));
  const unchecked = Map.groupBy(await findUnchecked(tx, people), ({ id }) => id);
  const undone = left.size === 0 ? new Set() : await findUndoneColumns(tx);
  const returning = new Map<string, Columns>(
    [...tables].map(([id, own]) => [id, new Map([...own].filter(([, column]) => undone.has(column.id)))]),
  );
  return (change) => {
    const tableId = tableOf(change.after ?? change.before);
    const own: Columns = tables.get(tableId) ?? new Map();
    return {
      columns: judging(change, own, left),
      today: own,
      returning: returning.get(tableId) ?? new Map(),
      setAside: left.get(change.id) ?? [],
      absent,
      zone: zoneOf(tx),
      mayName: naming(change),
      unchecked: new Set(unchecked.get(change.id)?.map(({ name }) => name)),
    };
  };
}

/**
 * Which rows the cells may name that came back: active ones; of a relation that keeps links also those that were
 * deleted when this was made; and a row that is deleted itself any, as it does until it is restored.
 */
async function namingOf(
  tx: TeamTx,
  changes: readonly Change[],
  madeAt: string,
): Promise<(change: Change) => UndoContext["mayName"]> {
  const links = await linksOf(tx, changes);
  const active = await lockActiveRows(tx, links);
  const deleted = await findDeletedRows(
    tx,
    links.filter(({ tableId, id }) => !active.has(rowKey(tableId, id))),
    madeAt,
  );
  return ({ after }) =>
    (relation, id) => {
      const key = rowKey(relation.table_id, id);
      const wasDeletedThen = deleted.get(key);
      if (active.has(key) || wasDeletedThen === undefined) return active.has(key);
      return (after !== null && isDeleted(after)) || (wasDeletedThen && relation.on_target_delete === "keep");
    };
}

/** The rows that relations name after these changes and not before them. */
export async function linksOf(
  tx: TeamTx,
  changes: readonly Passage[],
): Promise<{ tableId: string; id: string }[]> {
  const columns = await columnsOf(tx, changes);
  return changes.flatMap(({ before, after }) => {
    const own = columns.get(tableOf(after ?? before));
    if (own === undefined) return [];
    return newLinks(own, cellsOf(before), cellsOf(after), isRevived({ before, after }));
  });
}

/** The columns of the tables that the rows are of. */
export async function columnsOf(
  tx: TeamTx,
  changes: readonly Passage[],
): Promise<ReadonlyMap<string, Columns>> {
  const tables = new Map<string, Map<string, TableColumn>>();
  const ids = new Set(changes.map(({ before, after }) => tableOf(after ?? before)));
  for (const column of await columnsOfTables(tx, [...ids])) {
    const own = tables.get(column.table_id) ?? new Map<string, TableColumn>();
    tables.set(column.table_id, own.set(column.name, column));
  }
  return tables;
}

/** Cells that came back to columns of members or contacts. */
function namingCells({ id, before, after }: Change, tables: ReadonlyMap<string, Columns>): NamingCell[] {
  if (before === null || after === null) return [];
  const cells = cellsOf(after);
  return changedNames(cellsOf(before), cells).flatMap((name) => {
    const column = tables.get(tableOf(after))?.get(name);
    const refersTo = column === undefined ? undefined : columnTypes[column.type].refersTo;
    if (
      column === undefined ||
      refersTo === undefined ||
      refersTo === "row" ||
      (cells[name] ?? null) === null
    )
      return [];
    return [{ id, name, column_id: column.id, type: column.type, cell: cells[name] }];
  });
}
