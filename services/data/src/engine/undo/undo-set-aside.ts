import type { Change, Image } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { keepCells, type KeptCell } from "../cells/kept-cells.ts";
import { cellsOfToday, heldCell } from "../cells/revived-cells.ts";
import { numberRows } from "../cells/rewritten-cells.ts";
import { cellPlace } from "../cells/cell-place.ts";
import { forgetGiven, leftStates, type SetAside, standing } from "../cells/set-aside.ts";
import type { TableColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";
import { placed, preparedIn } from "../storage/places.ts";
import { resumeMovesOf } from "../cells/state-moves.ts";
import { deletedAfter } from "../rows/deleted-rows.ts";
import { restoredColumns, type RestoredCell } from "./restored-cells.ts";
import { type Cells, changedNames, type Columns, fitting, type UndoContext, refitted } from "./undo-cells.ts";
import { cellsOf, isRevived, type Passage, tableOf } from "./undo-revived.ts";

/** Notes of deleted rows from changes of columns, by row id, oldest first. */
type LeftCells = ReadonlyMap<string, readonly SetAside[]>;

type ContextFor = (change: Change) => UndoContext;

/** Reads the notes since their deletion of rows that are deleted before or after these changes. */
export async function setAsideOf(tx: TeamTx, changes: readonly Passage[]): Promise<LeftCells> {
  const deleted = changes.flatMap(({ id, before, after }) => {
    const deletedAt = deletionOf(after) ?? deletionOf(before);
    return deletedAt === null ? [] : [{ id, table_id: tableOf(after ?? before), deleted_at: deletedAt }];
  });
  if (deleted.length === 0) return new Map();
  const found = await tx.query<{ note: SetAside; row_ids: string[] }>({
    name: "undo_find_set_aside",
    text: `select to_jsonb(s) as note, d.row_ids from data.set_aside s
      cross join lateral (
        select array_agg(d.id) as row_ids
        from jsonb_to_recordset($2::jsonb) as d (id uuid, table_id uuid, deleted_at timestamptz)
        where d.table_id = s.table_id and d.deleted_at <= s.until and (s.row_id is null or s.row_id = d.id)
      ) d
      where s.team_id = $1 and s.table_id = any($3::uuid[]) and d.row_ids is not null
      order by s.until, s.seq`,
    values: [tx.context.teamId, JSON.stringify(deleted), [...new Set(deleted.map((row) => row.table_id))]],
  });
  const left = new Map<string, SetAside[]>();
  for (const { note, row_ids: ids } of found)
    for (const id of ids) left.set(id, [...(left.get(id) ?? []), note]);
  for (const [id, notes] of left) left.set(id, [...standing(notes)]);
  return left;
}

/** The columns that judge a row after the change: of one that stays deleted, those that its cells are of. */
export function judging({ id, before, after }: Passage, today: Columns, left: LeftCells): Columns {
  const notes = left.get(id);
  if (notes === undefined || deletionOf(before) === null || deletionOf(after) === null) return today;
  const own = new Map(today);
  for (const { name, of_column: column } of notes.toReversed()) {
    if (column === null) own.delete(name);
    else own.set(name, column);
  }
  return own;
}

/**
 * The cells of a row that cannot stay as they came back, see refitted. One that becomes active is revived. One that is
 * deleted again keeps what it got when it was revived: it is of today's columns. One that stays deleted keeps its cells
 * too where others came back with their column: `kept` is what it is given once that is settled. Of a column that was
 * back before it is `given` them at once.
 */
export function refittedRow(
  { id, before, after }: Passage,
  context: UndoContext,
): ReturnType<typeof refitted> & { kept: KeptCell[]; given: RestoredCell[] } {
  const [was, is] = [cellsOf(before), cellsOf(after)];
  const { setAside, columns, zone } = context;
  if (setAside.length === 0) return { ...refitted(context, was, is), kept: [], given: [] };
  const staysDeleted = deletionOf(before) !== null && deletionOf(after) !== null;
  const kept = staysDeleted ? cellsToGive(id, was, is, context) : new Map<string, KeptCell>();
  const again = staysDeleted ? restoredColumns(was, is, context) : new Map<string, TableColumn>();
  const held = staysDeleted ? [...kept.keys()] : setAside.map(({ name }) => name);
  const own =
    deletionOf(after) === null
      ? cellsOfToday(setAside, is, columns, zone)
      : Object.fromEntries(held.map((name) => [name, was[name] ?? null]));
  const others = (cells: Cells) =>
    Object.fromEntries(Object.entries(cells).filter(([name]) => !Object.hasOwn(own, name)));
  const judged = { ...context, columns: new Map([...columns, ...again]) };
  const { cells, misfits } = refitted(judged, others(was), others(is));
  // The stored value belongs to another column and stays.
  for (const name of misfits) if (again.has(name)) cells[name] = was[name] ?? null;
  const given = [...again].flatMap(([name, column]): RestoredCell[] => {
    if (misfits.includes(name)) return [];
    const notes = setAside.filter((note) => note.name === name);
    const now = { [name]: cells[name] ?? is[name] };
    const row = { id, setAside: notes, stored: was, cells: now, columns: new Map([[name, column]]) };
    return [{ column, row }];
  });
  return { cells: { ...own, ...cells }, misfits, kept: [...kept.values()], given };
}

/** Cells that came back to a row which has missed changes, of columns that came back or changed with them; by name. */
function cellsToGive(
  rowId: string,
  was: Cells,
  is: Cells,
  { returning, setAside, mayName, unchecked, zone }: UndoContext,
): Map<string, KeptCell> {
  const given = changedNames(was, is).flatMap((name): [string, KeptCell][] => {
    const [column, held] = [returning.get(name), is[name] ?? null];
    const notes = setAside.filter((note) => note.name === name);
    if (column === undefined || held === null || notes.length === 0 || unchecked.has(name)) return [];
    if (fitting(column, null, held, { mayName, zone }) === undefined) return [];
    const got = heldCell(column.id, notes, was[name] ?? null);
    return [[name, { row_id: rowId, column_id: column.id, of_column: column, held, got }]];
  });
  return new Map(given);
}

/**
 * Dates the deletion of rows that an undo deletes to now: their cells belong to the present columns, and they have
 * missed no earlier change.
 */
export async function deleteLater(
  tx: TeamTx,
  changes: readonly Change[],
  contextFor: ContextFor,
): Promise<void> {
  const leaving = changes.flatMap((change) => {
    const { id, before, after } = change;
    const isLeaving = before !== null && deletionOf(before) === null && deletionOf(after) !== null;
    return isLeaving && contextFor(change).setAside.length > 0 ? [{ tableId: tableOf(after), id }] : [];
  });
  for (const { tableId, storage, rows } of await placed(tx, leaving)) {
    await tx.query({
      ...preparedIn(storage, "undo_delete_later"),
      text: `update ${storage.rows} r set deleted_at = ${deletedAfter("clock_timestamp()", "s.until")}
        from (select max(a.until) as until from data.set_aside a where a.team_id = $1 and a.table_id = $2) s
        where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])`,
      values: [tx.context.teamId, tableId, rows.map(({ id }) => id)],
    });
  }
}

/** Keeps what revived rows held, see keepCells, forgets what was noted of them alone, and lets their states go on. */
export async function keepHeld(
  tx: TeamTx,
  changes: readonly Change[],
  contextFor: ContextFor,
): Promise<void> {
  const rows = changes.filter(isRevived).map((change) => {
    const stored = cellsOf(change.after);
    const { setAside, columns, zone } = contextFor(change);
    const cells = cellsOfToday(setAside, stored, columns, zone);
    return { id: change.id, setAside, stored, cells, columns };
  });
  await keepCells(tx, rows);
  await forgetGiven(
    tx,
    rows.flatMap(({ setAside }) => setAside),
  );
  const moved = rows.flatMap(({ id, setAside, columns }) =>
    leftStates(setAside, columns).map((column) => ({ id, column })),
  );
  for (const [column, own] of Map.groupBy(moved, (each) => each.column)) {
    const place = await cellPlace(tx, column.table_id, column.name);
    resumeMovesOf(
      tx,
      place,
      column.id,
      own.map(({ id }) => id),
    );
  }
}

/** Numbers the rows that an undo makes active and that columns have come to number meanwhile. */
export async function numberRevived(
  tx: TeamTx,
  changes: readonly Change[],
  contextFor: ContextFor,
): Promise<void> {
  const revived = changes.filter(isRevived);
  for (const [tableId, rows] of Map.groupBy(revived, ({ after }) => tableOf(after))) {
    const columns = rows[0] === undefined ? [] : [...contextFor(rows[0]).columns.values()];
    for (const { id, name, type } of columns) {
      const isNumbering = columnTypes[type].filledBy === "service";
      if (!isNumbering || rows.every(({ after }) => Object.hasOwn(cellsOf(after), name))) continue;
      await numberRows(tx, { ...(await cellPlace(tx, tableId, name)), reach: "live" }, id, "none");
    }
  }
}

function deletionOf(image: Image | null): unknown {
  return image?.["deleted_at"] ?? null;
}
