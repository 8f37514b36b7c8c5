import type { Row, TeamTx } from "@jst/db";
import { resumeMovesOf } from "./state-moves.ts";
import { holdsSameCells, REWRITTEN_CELLS_MAX } from "./rewrite-limit.ts";
import type { CellPlace } from "./cell-place.ts";
import type { StoredColumn, TableColumn } from "../schema/stored-columns.ts";

/**
 * Cells of deleted rows that a change of columns rewrites along with those of live ones: as many as a changeset has
 * operations.
 */
const DELETED_CELLS_MAX = 10_000;

/** Facts about the deleted rows that a change leaves as they are. */
export interface UntouchedRows {
  /** The column as it was, of which their cells are; null before it came to be. */
  column: StoredColumn | null;
  /** Value that live rows without a cell are given, by the column's id. */
  fill?: { id: string; value: unknown };
}

/** Cells that a change is about to rewrite. */
export interface Rewriting {
  /**
   * SQL for the rows `r` that it writes, or looks at where it does not write all of them; $3 is the name of the column.
   */
  which: string;
  /** True when it writes all of them, so that deleted ones may be what makes them too many. */
  writesAll: boolean;
}

/**
 * Leaves the deleted rows out of a change, and notes their cells (ADR 0045). It does so if they have more such cells
 * than a change set has operations, or if all rows have more than a change rewrites. It also does so if cells of this
 * name were left out before. The transaction locks the columns, so no row is being deleted.
 */
export async function leaveDeleted(
  tx: TeamTx,
  place: CellPlace,
  rewriting: Rewriting,
  left: UntouchedRows,
): Promise<CellPlace> {
  const live = await withoutDeleted(tx, place, rewriting);
  if (live === place) return place;
  const { tableId, name, storage } = place;
  await tx.query({
    text: `insert into data.set_aside (team_id, table_id, name, until, of_column, filled, fill)
      select $1, $2, $3, greatest(clock_timestamp(), max(r.deleted_at), (
          select max(s.until) from data.set_aside s where s.team_id = $1 and s.table_id = $2
        )), $4::jsonb, $5, $6::jsonb
      from ${storage.rows} r where r.team_id = $1 and r.table_id = $2`,
    values: [
      tx.context.teamId,
      tableId,
      name,
      left.column === null ? null : JSON.stringify(left.column),
      left.fill?.id ?? null,
      left.fill === undefined ? null : JSON.stringify(left.fill.value),
    ],
  });
  return live;
}

/** The place without deleted rows where they are left out; nothing is to be noted of them. */
export async function withoutDeleted(
  tx: TeamTx,
  place: CellPlace,
  { which, writesAll }: Rewriting,
): Promise<CellPlace> {
  if (place.reach === "live") return place;
  const { tableId, name, storage, leavesDeleted = false } = place;
  const exceed = (rows: string, most: number) => `(select count(*) from (
          select from ${storage.rows} r
          where r.team_id = $1 and r.table_id = $2 and ${rows} and ${which} limit ${most + 1}
        ) counted) > ${most}`;
  const areTooMany = [exceed("r.deleted_at is not null", leavesDeleted ? 0 : DELETED_CELLS_MAX)];
  if (writesAll) areTooMany.push(exceed("true", REWRITTEN_CELLS_MAX));
  const [found] = await tx.query<{ are_left: boolean }>({
    text: `select exists (select from data.set_aside s where s.team_id = $1 and s.table_id = $2 and s.name = $3)
        or ${areTooMany.join("\n        or ")} as are_left`,
    values: [tx.context.teamId, tableId, name],
  });
  return found?.are_left === true ? { ...place, reach: "live" } : place;
}

/**
 * Cells that were set aside become the column's again, as it goes back to what they were of: no row deleted since may
 * hold others. The place is then reached without deleted rows, whose cells fit. A requirement that is taken back fills
 * no row.
 */
export async function takeIn(
  tx: TeamTx,
  place: CellPlace,
  { before, after }: { before: StoredColumn | undefined; after: StoredColumn },
): Promise<CellPlace> {
  const { tableId, name, storage } = place;
  const values = [tx.context.teamId, tableId, name];
  if (before?.is_required === true && !after.is_required)
    await tx.query({
      text: `update data.set_aside s set filled = null, fill = null
        where s.team_id = $1 and s.table_id = $2 and s.name = $3 and s.filled = $4 and s.of_column is not null`,
      values: [...values, after.id],
    });
  const [last] = await tx.query<SetAside>({
    text: `select s.seq, s.of_column, s.filled from data.set_aside s
      where s.team_id = $1 and s.table_id = $2 and s.name = $3 and s.row_id is null
      order by s.until desc, s.seq desc limit 1`,
    values,
  });
  const former = last?.of_column;
  if (former?.id !== after.id || last?.filled !== null || !holdsSameCells(former, after)) return place;
  const taken = await tx.query({
    text: `delete from data.set_aside s
      where s.team_id = $1 and s.table_id = $2 and s.seq = $4 and not exists (
        select from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and r.deleted_at > s.until and r.data ? $3
      ) and not exists (
        select from data.set_aside o
        join ${storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = o.row_id and r.deleted_at <= o.until
        where o.team_id = $1 and o.table_id = $2 and o.name = $3 and o.seq > s.seq
      ) returning s.seq`,
    values: [...values, last.seq],
  });
  return taken.length === 0 ? place : { ...place, reach: "live" };
}

/**
 * Says of those of these rows that have missed changes of a column: their cell is one of the column as it is now. The
 * history of states goes on with it.
 */
export async function noteGiven(
  tx: TeamTx,
  place: CellPlace,
  column: StoredColumn,
  rowIds: readonly string[],
): Promise<void> {
  const { tableId, name, storage } = place;
  if (rowIds.length === 0) return;
  const noted = await tx.query<{ row_id: string }>({
    text: `insert into data.set_aside (team_id, table_id, name, until, of_column, row_id)
      select $1, $2, $3, s.until, $4::jsonb, r.id from ${storage.rows} r
      join (
        select max(a.until) as until from data.set_aside a
        where a.team_id = $1 and a.table_id = $2 and a.name = $3 and a.row_id is null
      ) s on s.until >= r.deleted_at
      where r.team_id = $1 and r.table_id = $2 and r.id = any($5::uuid[])
      returning row_id`,
    values: [tx.context.teamId, tableId, name, JSON.stringify(column), rowIds],
  });
  if (column.type !== "state" || noted.length === 0) return;
  resumeMovesOf(
    tx,
    place,
    column.id,
    noted.map(({ row_id: rowId }) => rowId),
  );
}

/** The columns of states that have names of which a row holds cells that were set aside, as these notes say. */
export function leftStates<C extends Pick<StoredColumn, "name" | "type">>(
  notes: readonly SetAside[],
  columns: ReadonlyMap<string, C>,
): C[] {
  const names = new Set(notes.map(({ name }) => name));
  return [...columns.values()].filter(({ name, type }) => type === "state" && names.has(name));
}

/** Forgets what was noted of rows alone that become active, with these notes: their cells are of today's columns. */
export async function forgetGiven(tx: TeamTx, notes: readonly SetAside[]): Promise<void> {
  const given = notes.filter(({ row_id: rowId }) => rowId !== null);
  if (given.length === 0) return;
  const rows = given.map(({ table_id, row_id }) => ({ table_id, row_id }));
  await tx.query({
    name: "forget_given",
    text: `delete from data.set_aside s using jsonb_to_recordset($2::jsonb) as g (table_id uuid, row_id uuid)
      where s.team_id = $1 and s.table_id = g.table_id and s.row_id = g.row_id`,
    values: [tx.context.teamId, JSON.stringify(rows)],
  });
}

/** Note about deleted rows that a change left out, or about one row that an undo gave a cell. */
export interface SetAside extends Row {
  table_id: string;
  seq: number;
  name: string;
  /** The column that their cells of this name are of, as it was. */
  of_column: TableColumn | null;
  /** The column whose empty cells the change filled in live rows, and with what. */
  filled: string | null;
  fill: unknown;
  /** The row that an undo gave such a cell: no note before is about it. */
  row_id: string | null;
}

/** SQL for the notes `s` of the row `r` of the table $2 since it was deleted. */
export const ofRow = `s.team_id = $1 and s.table_id = $2 and s.until >= r.deleted_at
          and (s.row_id is null or s.row_id = r.id)`;

/** SQL for what was noted of the row `r` of the table $2 since it was deleted; see standing. */
export const setAsideOfRow = `coalesce((
      select json_agg(s order by s.until, s.seq) from data.set_aside s where ${ofRow}
    ), '[]')`;

/**
 * Returns the notes of one row that still apply. They are in the order of time, and the first of a name describes the
 * row's cell.
 */
export function standing(notes: readonly SetAside[]): readonly SetAside[] {
  return notes.reduce<readonly SetAside[]>(
    (earlier, note) => [
      ...(note.row_id === null ? earlier : earlier.filter(({ name }) => name !== note.name)),
      note,
    ],
    [],
  );
}
