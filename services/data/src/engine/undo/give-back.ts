import { isDeepStrictEqual } from "node:util";
import type { Row, TeamTx } from "@jst/db";
import { keepCells, type RevivedRow } from "../cells/kept-cells.ts";
import { holdsSameCells } from "../cells/rewrite-limit.ts";
import { carriedOver, heldCell } from "../cells/revived-cells.ts";
import { writeCells, zoneOf } from "../cells/rewritten-cells.ts";
import type { CellPlace } from "../cells/cell-place.ts";
import { ofRow, type SetAside, standing } from "../cells/set-aside.ts";
import type { ColumnType } from "../types/types.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";

/** Kept cells read at once: memory stays flat however many there are. Each comes with up to three cells of its row. */
const BATCH_CELLS = 500;

/** A cell that was kept, and what its row has by now. */
interface FoundCell extends Row {
  seq: string;
  row_id: string;
  /** Type of the column when the row had the value. */
  type: ColumnType;
  held: unknown;
  got: unknown;
  stored: unknown;
  /** Notes of the row's cells of this name, oldest first; null for none. */
  notes: readonly number[] | null;
}

/**
 * Gives rows what they held as an undone change leaves their column, where it fits and nobody has written the cell
 * since; answers which, to be noted once all else is done to the column (see noteGiven).
 */
export async function giveBack(
  tx: TeamTx,
  place: CellPlace,
  { before, after }: { before: StoredColumn | undefined; after: StoredColumn },
): Promise<string[]> {
  if (before !== undefined && holdsSameCells(after, before)) return [];
  const given: string[] = [];
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const found = await nextKept(tx, place, after.id, last);
    given.push(...(await giveCells(tx, place, after, found)));
    const end = found.at(-1);
    if (end === undefined || found.length < BATCH_CELLS) return given;
    last = end.row_id;
  }
}

async function giveCells(
  tx: TeamTx,
  place: CellPlace,
  column: StoredColumn,
  found: readonly FoundCell[],
): Promise<string[]> {
  const notes = await findNotes(tx, place, [...new Set(found.flatMap(({ notes: seqs }) => seqs ?? []))]);
  const given = found.flatMap((kept) => {
    const setAside = standing((kept.notes ?? []).flatMap((seq) => notes.get(seq) ?? []));
    const has = setAside.length === 0 ? kept.stored : heldCell(column.id, setAside, kept.stored);
    const cell = isDeepStrictEqual(has, kept.got) ? carriedOver(kept, column, kept.held, zoneOf(tx)) : null;
    return cell === null ? [] : [{ ...kept, setAside, cell }];
  });
  if (given.length === 0) return [];
  const cells = new Map(given.map((each) => [each.row_id, each]));
  await writeCells(
    tx,
    place,
    [...cells].map(([id, { cell }]) => ({ id, cell })),
  );
  await tx.query({
    text: `update data.revived_cells k set got = g.cell from jsonb_to_recordset($3::jsonb) as g (seq bigint, cell jsonb)
      where k.team_id = $1 and k.column_id = $2 and k.seq = g.seq`,
    values: [tx.context.teamId, column.id, JSON.stringify(given.map(({ seq, cell }) => ({ seq, cell })))],
  });
  const columns = new Map([[place.name, column]]);
  const revived = [...cells.values()].map(({ row_id: id, setAside, stored, cell }): RevivedRow => ({
    id,
    setAside,
    stored: { [place.name]: stored },
    cells: { [place.name]: cell },
    columns,
  }));
  await keepCells(tx, revived);
  return [...cells.keys()];
}

/**
 * Returns the next kept cells in the order of their rows, all cells of a row together. They belong to rows that still
 * have their later value, and to rows with a note about the cell, which has the value.
 */
function nextKept(
  tx: TeamTx,
  { tableId, name, storage }: CellPlace,
  columnId: string,
  last: string,
): Promise<FoundCell[]> {
  return tx.query<FoundCell>({
    text: `select * from (
        select k.seq, k.row_id, k.of_column ->> 'type' as type, k.held, k.got, r.data -> $3::text as stored, n.notes
        from data.revived_cells k
        join ${storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = k.row_id
        cross join lateral (
          select json_agg(s.seq order by s.until, s.seq) as notes from data.set_aside s where ${ofRow} and s.name = $3
        ) n
        where k.team_id = $1 and k.column_id = $4 and k.row_id > $5
          and (n.notes is not null or r.data -> $3::text is not distinct from k.got)
        order by k.row_id fetch first ${BATCH_CELLS} rows with ties
      ) kept order by row_id, seq`,
    values: [tx.context.teamId, tableId, name, columnId, last],
  });
}

/** These notes by their number. The image of a column is read once, however many rows have a note with it. */
async function findNotes(
  tx: TeamTx,
  { tableId }: CellPlace,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, SetAside>> {
  if (seqs.length === 0) return new Map();
  const found = await tx.query<Pick<SetAside, "of_column"> & { notes: SetAside[] }>({
    text: `select s.of_column, json_agg(to_jsonb(s) - 'of_column') as notes from data.set_aside s
      where s.team_id = $1 and s.table_id = $2 and s.seq = any($3::bigint[]) group by s.of_column`,
    values: [tx.context.teamId, tableId, seqs],
  });
  const notes = found.flatMap(({ of_column, notes: own }) => own.map((note) => ({ ...note, of_column })));
  return new Map(notes.map((note) => [note.seq, note]));
}
