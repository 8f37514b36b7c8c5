import type { Change, Conflict, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { publishUndoneLending } from "../assets/events.ts";
import { carried } from "../columns/rewritten-cells.ts";
import { columnsOfTables, lockSchemas, type StoredColumn } from "../columns/stored-columns.ts";
import { columnTypes } from "../columns/types.ts";
import { holdActiveRows } from "../relations/queries.ts";
import { clearLinksTo, holdLinksTo, leavingRows } from "./undo-links.ts";
import { findTooLarge, putCells, type PutCells } from "./undo-queries.ts";

/** A table's columns by their name. */
type Columns = ReadonlyMap<string, StoredColumn>;

/** Cells of one row by their column. */
type Cells = Readonly<Record<string, unknown>>;

/**
 * Before rows are taken back the columns of their tables are held, and so are the rows that links coming back name: whoever
 * deletes one of those waits, or is waited for, as by any write that links. Rows that the undo deletes, and those that name
 * them, are held as by a deletion.
 */
export async function holdRowsAndTargets(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  // What is taken back goes from after to before.
  const undone = changes.map(({ id, before, after }) => ({ id, before: after, after: before }));
  const from = (await leavingRows(tx, undone)).flatMap(({ table }) => table.clearedBy);
  const own = changes.map(({ before, after }) => tableOf(before ?? after));
  await lockSchemas(tx, [...new Set([...own, ...from.map((column) => column.table_id)])]);
  // Read again: what was found before the columns were held may have changed.
  await holdLinksTo(tx, await leavingRows(tx, undone));
  const columns = await columnsOf(tx, changes);
  const links = changes.flatMap(({ before, after }) => {
    const own = columns.get(tableOf(before ?? after));
    return own === undefined ? [] : newLinks(own, cellsOf(after), cellsOf(before));
  });
  await holdActiveRows(tx, links);
}

/**
 * Looks at the cells that came back as a write would: each is carried over to what its column is now. One that does not
 * fit, a link to a row that is gone, an empty cell of a required column, and all cells of a row that would be too large
 * with them are conflicts; with force the cell stays what it was before the undo. A cell of a column that is gone does not
 * come back.
 */
export async function afterUndoneRows(
  tx: TeamTx,
  changes: readonly Change[],
  force: boolean,
): Promise<readonly Conflict[]> {
  const columns = await columnsOf(tx, changes);
  const links = changes.flatMap(({ before, after }) => {
    const own = columns.get(tableOf(after));
    return own === undefined ? [] : newLinks(own, cellsOf(before), cellsOf(after));
  });
  const present = new Set(await holdActiveRows(tx, links));
  const conflicts: Conflict[] = [];
  const puts: PutCells[] = [];
  for (const { resource, id, before, after } of changes) {
    if (before === null || after === null) continue;
    const refit = refitted(
      columns.get(tableOf(after)) ?? new Map(),
      cellsOf(before),
      cellsOf(after),
      present,
    );
    if (Object.keys(refit.cells).length > 0) puts.push({ table_id: tableOf(after), id, cells: refit.cells });
    if (refit.misfits.length > 0)
      conflicts.push({ resource, id, fields: refit.misfits.map((name) => `data.${name}`) });
  }
  await putCells(tx, puts);
  conflicts.push(...(await leaveOutTooLarge(tx, changes, columns)));
  if (conflicts.length > 0 && !force) return conflicts;
  await clearLinksTo(tx, await leavingRows(tx, changes));
  await publishUndoneLending(tx, new Set(changes.map(({ before, after }) => tableOf(after ?? before))));
  return [];
}

/** Gives rows that the undo made too large the cells they had before it; answers which. */
async function leaveOutTooLarge(
  tx: TeamTx,
  changes: readonly Change[],
  columns: ReadonlyMap<string, Columns>,
): Promise<Conflict[]> {
  const former = changes.flatMap(({ id, before, after }): PutCells[] => {
    if (before === null || after === null) return [];
    const own = columns.get(tableOf(after));
    const names = changedNames(cellsOf(before), cellsOf(after));
    const cells = names.map((name): [string, unknown] => [
      name,
      formerCell(own?.get(name), cellsOf(before)[name]),
    ]);
    return names.length === 0 ? [] : [{ table_id: tableOf(after), id, cells: Object.fromEntries(cells) }];
  });
  const tooLarge = new Set(await findTooLarge(tx, former));
  const left = former.filter(({ id }) => tooLarge.has(id));
  await putCells(tx, left);
  return left.map(({ id, cells }) => ({
    resource: "rows",
    id,
    fields: Object.keys(cells).map((name) => `data.${name}`),
  }));
}

/** The cells an undo changed that cannot stay as they came back: what to store instead, null for nothing. */
function refitted(
  columns: Columns,
  before: Cells,
  after: Cells,
  present: ReadonlySet<string>,
): { cells: Record<string, unknown>; misfits: string[] } {
  const cells: Record<string, unknown> = {};
  const misfits: string[] = [];
  for (const name of changedNames(before, after)) {
    const [was, cell] = [before[name] ?? null, after[name] ?? null];
    const column = columns.get(name);
    if (column === undefined) {
      cells[name] = null;
      continue;
    }
    const kept = fitting(column, was, cell, present);
    if (kept === undefined) {
      misfits.push(name);
      cells[name] = formerCell(column, was);
    } else if (JSON.stringify(kept) !== JSON.stringify(cell)) cells[name] = kept;
  }
  return { cells, misfits };
}

/** Columns whose cells differ. */
function changedNames(before: Cells, after: Cells): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
}

/** What the cell was before the undo, as the column stores it today; null for nothing, and of a column that is gone. */
function formerCell(column: StoredColumn | undefined, was: unknown = null): unknown {
  if (column === undefined || was === null) return null;
  return columnTypes[column.type].filledBy === undefined ? (carried(column, was) ?? null) : was;
}

/** The cell as the column stores it today; undefined when it does not fit. */
function fitting(column: StoredColumn, was: unknown, cell: unknown, present: ReadonlySet<string>): unknown {
  const { filledBy } = columnTypes[column.type];
  if (cell === null) return column.is_required && filledBy === undefined ? undefined : null;
  if (filledBy !== undefined) return cell;
  const value = carried(column, cell);
  if (column.type !== "relation" || value === undefined) return value;
  return added(was, value).every((id) => present.has(id)) ? value : undefined;
}

/** Rows that a cell names and the earlier one does not. */
function added(was: unknown, cell: unknown): string[] {
  const earlier = idsOf(was);
  return idsOf(cell).filter((id) => !earlier.includes(id));
}

function idsOf(cell: unknown): string[] {
  return [cell].flat().filter((id) => typeof id === "string");
}

/** Rows that relations of a row name after an undo and not before it. */
function newLinks(columns: Columns, was: Cells, cells: Cells): { tableId: string; id: string }[] {
  return [...columns.values()].flatMap(({ name, options }) => {
    const { relation } = options;
    if (relation === undefined) return [];
    return added(was[name], cells[name]).map((id) => ({ tableId: relation.table_id, id }));
  });
}

async function columnsOf(
  tx: TeamTx,
  changes: readonly Pick<Change, "before" | "after">[],
): Promise<ReadonlyMap<string, Columns>> {
  const tables = new Map<string, Map<string, StoredColumn>>();
  const ids = new Set(changes.map(({ before, after }) => tableOf(after ?? before)));
  for (const column of await columnsOfTables(tx, [...ids])) {
    const own = tables.get(column.table_id) ?? new Map<string, StoredColumn>();
    tables.set(column.table_id, own.set(column.name, column));
  }
  return tables;
}

function tableOf(image: Image | null): string {
  return String(image?.["table_id"]);
}

function cellsOf(image: Image | null): Cells {
  return (image?.["data"] ?? {}) as Cells;
}
