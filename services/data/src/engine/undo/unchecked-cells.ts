import { changesetUuid } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { ColumnType } from "../types/types.ts";

/** A cell that is about to come back to a column of members or contacts. */
export interface NamingCell {
  id: string;
  name: string;
  column_id: string;
  type: ColumnType;
  cell: unknown;
}

/**
 * Finds the cells that were never checked, by the undo records: no write stored this value in the row's cell while the
 * column existed with this type. Other services know members and contacts.
 */
export async function findUnchecked(
  tx: TeamTx,
  cells: readonly NamingCell[],
): Promise<readonly Pick<NamingCell, "id" | "name">[]> {
  if (cells.length === 0) return [];
  return tx.query<{ id: string; name: string }>({
    name: "find_unchecked_cells",
    text: `select k.id, k.name
      from jsonb_to_recordset($2::jsonb) as k (id uuid, name text, column_id uuid, type text, cell jsonb)
      where not exists (
        select from data.changes w
        where w.team_id = $1 and w.resource = 'rows' and w.resource_id = k.id and w.changeset_id <> $3::uuid
          and w.after -> 'data' -> k.name = k.cell and w.before -> 'data' -> k.name is distinct from k.cell
          -- An undo may have written it and found that it does not fit.
          and not exists (
            select from data.changes l
            where l.team_id = $1 and l.resource = 'rows' and l.resource_id = k.id and l.seq > w.seq
              and l.changeset_id = w.changeset_id and l.after -> 'data' -> k.name is distinct from k.cell
          )
          and coalesce((
            select c.before is not null and c.before ->> 'type' = k.type from data.changes c
            where c.team_id = $1 and c.resource = 'columns' and c.resource_id = k.column_id and c.seq > w.seq
            order by c.seq limit 1
          ), true)
      )`,
    values: [tx.context.teamId, JSON.stringify(cells), changesetUuid(tx.changesetId)],
  });
}

/** Ids of those of the columns that were not there at a time, but came, or came back, afterwards. */
export async function findAbsentAt(
  tx: TeamTx,
  columnIds: readonly string[],
  time: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string; was_absent: boolean }>({
    name: "find_absent_columns",
    text: `select distinct on (c.resource_id) c.resource_id as id, c.before is null as was_absent from data.changes c
      where c.team_id = $1 and c.resource = 'columns' and c.resource_id = any($2::uuid[])
        and date_trunc('milliseconds', c.at) > $3::timestamptz and c.changeset_id <> $4::uuid
      order by c.resource_id, c.seq`,
    values: [tx.context.teamId, columnIds, time, changesetUuid(tx.changesetId)],
  });
  return new Set(rows.filter((row) => row.was_absent).map(({ id }) => id));
}

/** Ids of the columns that the undo has changed so far. */
export async function findUndoneColumns(tx: TeamTx): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "find_undone_columns",
    text: `select c.resource_id as id from data.changes c
      where c.team_id = $1 and c.changeset_id = $2::uuid and c.resource = 'columns'`,
    values: [tx.context.teamId, changesetUuid(tx.changesetId)],
  });
  return new Set(rows.map(({ id }) => id));
}
