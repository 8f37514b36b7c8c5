import { isDeepStrictEqual } from "node:util";
import { changesetUuid } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { reached, rewritten, REWRITTEN_CELLS_MAX, tooMany } from "../cells/rewrite-limit.ts";
import { type Cell, writeCells } from "../cells/rewritten-cells.ts";
import type { CellPlace } from "../cells/cell-place.ts";
import { leaveDeleted } from "../cells/set-aside.ts";
import type { StoredColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";
import type { RelationOptions } from "../types/relation.ts";
import { preparedIn, storageOfTable } from "../storage/places.ts";

const SAMPLES_MAX = 3;

/**
 * Checks a column that names rows, members, contacts or files again after an undo: its cells may have any value
 * meanwhile. Some cells name no row of the table, or an object that the team does not have. They refuse the undo with
 * their number and three samples, or are cleared with `force`.
 */
export async function requireNamed(
  tx: TeamTx,
  anyPlace: CellPlace,
  { from, to: column }: { from: StoredColumn; to: StoredColumn },
  force: boolean,
): Promise<void> {
  const { relation } = column.options;
  const place = await leaveDeleted(
    tx,
    anyPlace,
    { which: rewritten.withCell, writesAll: false },
    { column: from },
  );
  const cells =
    relation === undefined ? await writtenSince(tx, place, column) : await naming(tx, place, relation);
  if (cells.length === 0) return;
  if (cells.length > REWRITTEN_CELLS_MAX) throw tooMany();
  if (force)
    return writeCells(
      tx,
      place,
      cells.map(({ id }) => ({ id, cell: null })),
    );
  const samples = cells.slice(0, SAMPLES_MAX).map(({ id, cell }) => ({ row_id: id, value: cell }));
  const detail = `${cells.length} cells may link to deleted rows. Restore those rows first; force=true empties these cells.`;
  throw new AppError("type_mismatch", detail, { extension: { count: cells.length, samples } });
}

/**
 * Finds cells that do not name a row of the table, or that name a deleted one whose deletion clears links. Those of
 * deleted rows go at their restore.
 */
async function naming(
  tx: TeamTx,
  { tableId, name, storage, reach }: CellPlace,
  relation: RelationOptions,
): Promise<Cell[]> {
  const target = await storageOfTable(tx, relation.table_id);
  return tx.query<Cell>({
    ...(storage.isPromoted ? {} : preparedIn(target, `find_cells_without_row_${reach}`)),
    text: `select r.id, r.data -> $3::text as cell from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and r.data ? $3 and exists (
        select from jsonb_path_query(r.data -> $3::text, 'lax $[*]') named
        where not exists (
          select from ${target.rows} t
          where t.team_id = $1 and t.table_id = $4
            and t.id = case when pg_input_is_valid(named #>> '{}', 'uuid') then (named #>> '{}')::uuid end
            and (t.deleted_at is null or r.deleted_at is not null or $5)
        )
      )
      order by r.id limit ${REWRITTEN_CELLS_MAX + 1}`,
    values: [tx.context.teamId, tableId, name, relation.table_id, relation.on_target_delete === "keep"],
  });
}

/**
 * Cells that were written while the column was of another type, as the undo records tell: other services keep the rest.
 */
function writtenSince(
  tx: TeamTx,
  { tableId, name, storage, reach }: CellPlace,
  { id, type }: StoredColumn,
): Promise<Cell[]> {
  return tx.query<Cell>({
    ...preparedIn(storage, `find_cells_written_since_${reach}`),
    text: `with ${lastAs("$4", "$5")}
      select r.id, r.data -> $3::text as cell from ${storage.rows} r
        cross join lateral (
          select w.changeset_id from data.changes w
          where w.team_id = $1 and w.resource = 'rows' and w.resource_id = r.id
            and w.seq > coalesce((select seq from last_as), 0)
            and w.before -> 'data' -> $3::text is distinct from w.after -> 'data' -> $3::text
          order by w.seq desc limit 1
        ) written
      where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and r.data ? $3 and written.changeset_id <> $6::uuid
      order by r.id limit ${REWRITTEN_CELLS_MAX + 1}`,
    values: [tx.context.teamId, tableId, name, id, type, changesetUuid(tx.changesetId)],
  });
}

/** SQL of the change with which a column was of this type for the last time. */
const lastAs = (columnId: string, type: string) => `last_as as (
        select c.seq, c.before -> 'default_value' as default_value from data.changes c
        where c.team_id = $1 and c.resource = 'columns' and c.resource_id = ${columnId}::uuid
          and c.before ->> 'type' = ${type} and c.after ->> 'type' <> ${type}
        order by c.seq desc limit 1
      )`;

/**
 * True for a default that names no member, contact or file which the column was checked to name when it was of this
 * type before.
 */
export async function isStrangeDefault(tx: TeamTx, column: StoredColumn): Promise<boolean> {
  const { refersTo } = columnTypes[column.type];
  if (column.default_value === null || refersTo === undefined) return false;
  const [last] = await tx.query<{ default_value: unknown }>({
    name: "find_last_default",
    text: `with ${lastAs("$2", "$3")} select default_value from last_as`,
    values: [tx.context.teamId, column.id, column.type],
  });
  return !isDeepStrictEqual(last?.default_value, column.default_value);
}
