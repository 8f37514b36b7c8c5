import { isDeepStrictEqual } from "node:util";
import type { Row, TeamTx } from "@jst/db";
import { holdsSameCells } from "./rewrite-limit.ts";
import { carriedOver, heldCell } from "./revived-cells.ts";
import { type CellPlace, writeCells } from "./rewritten-cells.ts";
import { type SetAside, setAsideOfRow, standing } from "./set-aside.ts";
import type { StoredColumn } from "./stored-columns.ts";

type Cells = Readonly<Record<string, unknown>>;

/** A row that becomes active. */
export interface RevivedRow {
  id: string;
  /** What was noted of its cells while it was deleted. */
  setAside: readonly SetAside[];
  stored: Cells;
  /** What it has as it is active, see cellsOfToday. */
  cells: Cells;
  columns: ReadonlyMap<string, Pick<StoredColumn, "id">>;
}

/** Keeps what the rows held and have no longer, for undos that make its columns again what they were. */
export async function keepCells(tx: TeamTx, rows: readonly RevivedRow[]): Promise<void> {
  await storeKept(tx, rows.flatMap(keptOf));
}

/** What a row is to have again under a column. */
export interface KeptCell {
  row_id: string;
  column_id: string;
  /** The column as it was when the row held this of it, and what the row got instead. */
  of_column: StoredColumn;
  held: unknown;
  got: unknown;
}

/** Keeps it, see giveBack. */
export async function storeKept(tx: TeamTx, kept: readonly KeptCell[]): Promise<void> {
  if (kept.length === 0) return;
  await tx.query({
    name: "keep_revived_cells",
    text: `insert into data.revived_cells (team_id, column_id, row_id, of_column, held, got)
      select $1, k.column_id, k.row_id, k.of_column, k.held, nullif(k.got, 'null')
      from jsonb_to_recordset($2::jsonb) as k (column_id uuid, row_id uuid, of_column jsonb, held jsonb, got jsonb)`,
    values: [tx.context.teamId, JSON.stringify(kept)],
  });
}

/** By each column that the row had a cell of while it was deleted: today's, and those that are gone by now. */
function keptOf({ id, setAside, stored, cells, columns }: RevivedRow): KeptCell[] {
  return [...Map.groupBy(setAside, ({ name }) => name)].flatMap(([name, own]) => {
    const known = new Map<string, StoredColumn>(
      own
        .toReversed()
        .flatMap(({ of_column: column }): [string, StoredColumn][] =>
          column === null ? [] : [[column.id, column]],
        ),
    );
    return [...known.values()].flatMap((column) => {
      const held = heldCell(column.id, own, stored[name] ?? null);
      const got = columns.get(name)?.id === column.id ? (cells[name] ?? null) : null;
      if (held === null || isDeepStrictEqual(held, got)) return [];
      return [{ column_id: column.id, row_id: id, of_column: column, held, got }];
    });
  });
}

/** A cell that was kept, and what its row has by now. */
interface FoundCell extends Row {
  seq: string;
  row_id: string;
  of_column: StoredColumn;
  held: unknown;
  got: unknown;
  stored: unknown;
  set_aside: readonly SetAside[];
}

/**
 * Gives rows what they held as an undone change leaves their column, where it fits and nobody has written the cell since;
 * answers which, to be noted once all else is done to the column (see noteGiven).
 */
export async function giveBack(
  tx: TeamTx,
  place: CellPlace,
  { before, after }: { before: StoredColumn | undefined; after: StoredColumn },
): Promise<string[]> {
  if (before !== undefined && holdsSameCells(after, before)) return [];
  const given = (await findKept(tx, place, after.id)).flatMap((kept) => {
    const setAside = standing(kept.set_aside).filter(({ name }) => name === place.name);
    const has = setAside.length === 0 ? kept.stored : heldCell(after.id, setAside, kept.stored);
    const cell = isDeepStrictEqual(has, kept.got) ? carriedOver(kept.of_column, after, kept.held) : null;
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
    values: [tx.context.teamId, after.id, JSON.stringify(given.map(({ seq, cell }) => ({ seq, cell })))],
  });
  const columns = new Map([[place.name, after]]);
  const revived = [...cells.values()].map(({ row_id: id, setAside, stored, cell }) => ({
    id,
    setAside,
    stored: { [place.name]: stored },
    cells: { [place.name]: cell },
    columns,
  }));
  await keepCells(tx, revived);
  return [...cells.keys()];
}

function findKept(tx: TeamTx, { tableId, name, storage }: CellPlace, columnId: string): Promise<FoundCell[]> {
  return tx.query<FoundCell>({
    text: `select k.seq, k.row_id, k.of_column, k.held, k.got, r.data -> $3::text as stored,
        ${setAsideOfRow} as set_aside
      from data.revived_cells k
      join ${storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = k.row_id
      where k.team_id = $1 and k.column_id = $4 order by k.seq`,
    values: [tx.context.teamId, tableId, name, columnId],
  });
}
