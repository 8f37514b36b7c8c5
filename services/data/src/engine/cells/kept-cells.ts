import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { heldCell } from "./revived-cells.ts";
import type { SetAside } from "./set-aside.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";

type Cells = Readonly<Record<string, unknown>>;

/** A row that becomes active. */
export interface RevivedRow {
  id: string;
  /** Cells that were set aside while the row was deleted. */
  setAside: readonly SetAside[];
  stored: Cells;
  /** Cells of the active row, see cellsOfToday. */
  cells: Cells;
  columns: ReadonlyMap<string, Pick<StoredColumn, "id">>;
}

/** Keeps what the rows held and have no longer, for undos that make its columns again what they were. */
export async function keepCells(tx: TeamTx, rows: readonly RevivedRow[]): Promise<void> {
  await storeKept(tx, rows.flatMap(keptOf));
}

/** Cell that a row gets back under a column. */
export interface KeptCell {
  row_id: string;
  column_id: string;
  /** The column as it was when the row held this of it, and what the row got instead. */
  of_column: StoredColumn;
  held: unknown;
  got: unknown;
}

/** Keeps it, see giveBack. The image of a column is sent once, however many rows held cells of it. */
export async function storeKept(tx: TeamTx, kept: readonly KeptCell[]): Promise<void> {
  if (kept.length === 0) return;
  const images = [...Map.groupBy(kept, ({ of_column: column }) => column)];
  const cells = images.flatMap(([, own], index) =>
    own.map(({ row_id, column_id, held, got }) => ({ row_id, column_id, held, got, place: index + 1 })),
  );
  await tx.query({
    name: "keep_revived_cells",
    text: `insert into data.revived_cells (team_id, column_id, row_id, of_column, held, got)
      select $1, k.column_id, k.row_id, i.of_column, k.held, nullif(k.got, 'null')
      from jsonb_to_recordset($2::jsonb) as k (column_id uuid, row_id uuid, held jsonb, got jsonb, place bigint)
      join jsonb_array_elements($3::jsonb) with ordinality as i (of_column, place) using (place)`,
    values: [tx.context.teamId, JSON.stringify(cells), JSON.stringify(images.map(([column]) => column))],
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
