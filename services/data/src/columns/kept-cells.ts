import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { holdsSameCells } from "./rewrite-limit.ts";
import { carriedOver, heldCell } from "./revived-cells.ts";
import { type CellPlace, writeCells } from "./rewritten-cells.ts";
import type { SetAside } from "./set-aside.ts";
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
  const kept = rows.flatMap(keptOf);
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
function keptOf({ id, setAside, stored, cells, columns }: RevivedRow) {
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

/**
 * Gives revived rows what they held as an undone change leaves their column, where it fits and nobody has written the cell
 * since.
 */
export async function giveBack(
  tx: TeamTx,
  place: CellPlace,
  { before, after }: { before: StoredColumn | undefined; after: StoredColumn },
): Promise<void> {
  if (before !== undefined && holdsSameCells(before, after)) return;
  const kept = await tx.query<{ seq: string; row_id: string; of_column: StoredColumn; held: unknown }>({
    text: `select k.seq, k.row_id, k.of_column, k.held from data.revived_cells k
      join ${place.storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = k.row_id
      where k.team_id = $1 and k.column_id = $4 and r.data -> $3::text is not distinct from k.got
      order by k.seq`,
    values: [tx.context.teamId, place.tableId, place.name, after.id],
  });
  const given = kept.flatMap(({ seq, row_id, of_column: column, held }) => {
    const cell = carriedOver(column, after, held);
    return cell === null ? [] : [{ seq, row_id, cell }];
  });
  if (given.length === 0) return;
  const cells = new Map(given.map(({ row_id: id, cell }) => [id, { id, cell }]));
  await writeCells(tx, place, [...cells.values()]);
  await tx.query({
    text: `update data.revived_cells k set got = g.cell from jsonb_to_recordset($3::jsonb) as g (seq bigint, cell jsonb)
      where k.team_id = $1 and k.column_id = $2 and k.seq = g.seq`,
    values: [tx.context.teamId, after.id, JSON.stringify(given)],
  });
}
