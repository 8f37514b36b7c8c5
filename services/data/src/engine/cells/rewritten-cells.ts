import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { requireRowBytes } from "../types/row-bytes.ts";
import { preparedIn } from "../storage/places.ts";
import type { ColumnDraft } from "../schema/new-columns.ts";
import { isEmptyList } from "../types/definition.ts";
import type { CellPlace } from "./cell-place.ts";
import { reached, requireRewritable, rewritten, REWRITTEN_CELLS_MAX, tooMany } from "./rewrite-limit.ts";
import { leaveDeleted, withoutDeleted } from "./set-aside.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";

/** Rows read at once while cells are carried over: memory stays flat however many there are. */
const BATCH_ROWS = 2_000;
const SAMPLES_MAX = 3;

/**
 * Assignments that a rewritten cell makes to its row, as any write does: the caller that changes the column becomes the
 * last writer.
 */
export const written = `version = r.version + 1, updated_at = now(),
        updated_by_type = current_setting('app.actor_type'), updated_by_id = nullif(current_setting('app.actor_id'), '')`;

/** An update of rows that may make them larger. */
interface Growth {
  /** Its name while the table is in the shared place; none when the text differs by more. */
  name?: string;
  /** Queries it reads from, as `with` names them. */
  from?: string;
  /** The update of rows `r`, up to its condition. */
  update: string;
  values: unknown[];
}

/** Updates all of the rows; when one gets larger than a row may be, none, with the refusal that its own change has. */
export async function growRows(
  tx: TeamTx,
  { storage }: CellPlace,
  { name, from, update, values }: Growth,
): Promise<void> {
  const queries = [
    ...(from === undefined ? [] : [from]),
    `grown as (${update} returning octet_length(r.data::text) as bytes)`,
  ];
  const [grown] = await tx.query<{ bytes: number | null }>({
    ...(name === undefined ? {} : preparedIn(storage, name)),
    text: `with ${queries.join(", ")} select max(bytes) as bytes from grown`,
    values,
  });
  requireRowBytes(grown?.bytes ?? 0);
}

/**
 * Gives every row whose cell is empty the default, deleted ones too unless they are set aside: they hold cells of
 * `former`, null for a new column. Too_large when a row cannot hold it, limit_reached for too many.
 */
export async function fillCells(
  tx: TeamTx,
  anyPlace: CellPlace,
  column: ColumnDraft & { id: string },
  former: StoredColumn | null,
): Promise<void> {
  const fill = { id: column.id, value: column.default_value };
  const which = rewritten.emptyCell(column);
  const place = await leaveDeleted(tx, anyPlace, { which, writesAll: true }, { column: former, fill });
  await requireRewritable(tx, place, which);
  await growRows(tx, place, {
    name: `fill_cells_${place.reach}_${columnTypes[column.type].mayBeBlank === true}`,
    update: `update ${place.storage.rows} r set data = r.data || jsonb_build_object($3::text, $4::jsonb), ${written}
      where r.team_id = $1 and r.table_id = $2 and ${reached[place.reach]} and ${which}`,
    values: [tx.context.teamId, place.tableId, place.name, JSON.stringify(column.default_value)],
  });
}

/** Takes the column's cell out of every row that is not set aside; limit_reached when that would rewrite too many. */
export async function stripCells(tx: TeamTx, anyPlace: CellPlace, column: StoredColumn): Promise<void> {
  const place = await leaveDeleted(tx, anyPlace, { which: rewritten.withCell, writesAll: true }, { column });
  await requireRewritable(tx, place, rewritten.withCell);
  const { tableId, name, storage, reach } = place;
  await tx.query({
    ...preparedIn(storage, `strip_cells_${reach}`),
    text: `update ${storage.rows} r set data = r.data - $3::text, ${written}
      where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and r.data ? $3`,
    values: [tx.context.teamId, tableId, name],
  });
}

/**
 * Numbers the rows without a number in the order they were stored, after those that have one; limit_reached if there
 * are too many. If too many rows are deleted, each of them gets its number when it becomes active, and `moves` is
 * empty.
 */
export async function numberRows(
  tx: TeamTx,
  anyPlace: CellPlace,
  columnId: string,
  moves: "written" | "none" = "written",
): Promise<void> {
  const place = await withoutDeleted(tx, anyPlace, { which: rewritten.withoutCell, writesAll: true });
  await requireRewritable(tx, place, rewritten.withoutCell);
  const { tableId, name, storage, reach } = place;
  const marks = moves === "none" ? "" : `, ${written}`;
  await growRows(tx, place, {
    name: `number_rows_${reach}_${moves}`,
    from: `numbered as (
        select r.id, row_number() over (order by r.created_at, r.id) as n
        from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and not r.data ? $3
      ), counted as (
        insert into data.counters as c (team_id, column_id, value) select $1, $4::uuid, count(*) from numbered
        on conflict (team_id, column_id) do update set value = c.value + excluded.value
        returning c.value - (select count(*) from numbered) as given
      )`,
    update: `update ${storage.rows} r set data = r.data || jsonb_build_object($3::text, c.given + n.n)${marks}
      from numbered n, counted c where r.team_id = $1 and r.table_id = $2 and r.id = n.id`,
    values: [tx.context.teamId, tableId, name, columnId],
  });
}

/** Active rows whose cell of the column is one that a required column refuses. */
export function countEmpty(tx: TeamTx, place: CellPlace, column: Pick<ColumnDraft, "type">): Promise<number> {
  return countActive(tx, place, rewritten.emptyCell(column));
}

/** Active rows with a cell that is not the column's default. */
export function countTyped(
  tx: TeamTx,
  place: CellPlace,
  { default_value: value }: Pick<ColumnDraft, "default_value">,
): Promise<number> {
  if (value === null) return countActive(tx, place, rewritten.withCell);
  const which = `${rewritten.withCell} and r.data -> $3 <> $4::jsonb`;
  return countActive(tx, place, which, [JSON.stringify(value)]);
}

async function countActive(
  tx: TeamTx,
  { tableId, name, storage }: CellPlace,
  which: string,
  more: readonly unknown[] = [],
): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    text: `select count(*)::int as n from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and ${reached.live} and ${which}`,
    values: [tx.context.teamId, tableId, name, ...more],
  });
  return row?.n ?? 0;
}

/** A cell with the id of its row. */
export interface Cell extends Record<string, unknown> {
  id: string;
  cell: unknown;
}

/**
 * Carries every cell that is not set aside over to the changed column, where nothing of it is lost. Cells that do not
 * fit refuse the change with their number and three samples, or are emptied with `force`.
 */
export async function carryCells(
  tx: TeamTx,
  anyPlace: CellPlace,
  { from, to: column }: { from: StoredColumn; to: ColumnDraft },
  force: boolean,
): Promise<void> {
  const which = rewritten.withCell;
  const writesAll = columnTypes[column.type] !== columnTypes[from.type];
  const place = await leaveDeleted(tx, anyPlace, { which, writesAll }, { column: from });
  if (writesAll) await requireRewritable(tx, place, which);
  const samples: { row_id: string; value: unknown }[] = [];
  let count = 0;
  let rewrittenCount = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const cells = await nextCells(tx, place, after);
    const changed: Cell[] = [];
    for (const { id, cell } of cells) {
      const next = carried(column, cell, zoneOf(tx), { former: from, country: tx.context.country });
      if (next === undefined) {
        count += 1;
        if (samples.length < SAMPLES_MAX) samples.push({ row_id: id, value: cell });
        changed.push({ id, cell: null });
      } else if (JSON.stringify(next) !== JSON.stringify(cell)) changed.push({ id, cell: next });
    }
    if (changed.length > 0 && (count === 0 || force)) {
      rewrittenCount += changed.length;
      if (rewrittenCount > REWRITTEN_CELLS_MAX) throw tooMany();
      await writeCells(tx, place, changed);
    }
    const last = cells.at(-1);
    if (last === undefined || cells.length < BATCH_ROWS) break;
    after = last.id;
  }
  if (count === 0 || force) return;
  const misfits =
    count === 1
      ? "1 cell does not fit the new column. Change the cell first; force=true empties it."
      : undefined;
  throw new AppError(
    "type_mismatch",
    misfits ?? `${count} cells do not fit the new column. Change the cells first; force=true empties them.`,
    {
      extension: { count, samples },
    },
  );
}

/** The zone in which days of the team begin. */
export const zoneOf = ({ context }: Pick<TeamTx, "context">): string => context.timezone ?? "UTC";

/**
 * Converts the cell into the column's form: null for an empty one, undefined if a part of it would be lost. An empty
 * list is an empty cell, unless the source column `former` stores any JSON. Telephone numbers are read by the country.
 */
export function carried(
  column: Pick<ColumnDraft, "type" | "options">,
  cell: unknown,
  zone: string,
  { former, country }: { former?: Pick<ColumnDraft, "type"> | undefined; country?: string | undefined } = {},
): unknown {
  if (isEmptyList(cell) && column.type !== "json" && former?.type !== "json") return null;
  const { adapt, read } = columnTypes[column.type];
  const adapted = adapt === undefined ? cell : adapt(cell, column.options, zone);
  return read(adapted, column.options, country).value;
}

function nextCells(tx: TeamTx, place: CellPlace, after: string): Promise<Cell[]> {
  const { tableId, name, storage, reach } = place;
  return tx.query<Cell>({
    ...preparedIn(storage, `next_cells_${reach}`),
    text: `select r.id, r.data -> $3::text as cell from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and r.id > $4 and r.data ? $3
      order by r.id limit ${BATCH_ROWS}`,
    values: [tx.context.teamId, tableId, name, after],
  });
}

/** Writes these cells, null for an empty one; too_large when one does not fit into its row. */
export async function writeCells(tx: TeamTx, place: CellPlace, cells: Cell[]): Promise<void> {
  await growRows(tx, place, {
    name: "write_cells",
    update: `update ${place.storage.rows} r set ${written},
        data = case when n.cell is null then r.data - $3::text else r.data || jsonb_build_object($3::text, n.cell) end
      from jsonb_to_recordset($4::jsonb) as n (id uuid, cell jsonb)
      where r.team_id = $1 and r.table_id = $2 and r.id = n.id`,
    values: [tx.context.teamId, place.tableId, place.name, JSON.stringify(cells)],
  });
}
