import type { Statement } from "@jst/db";
import type { ColumnOptions } from "../columns/definition.ts";
import type { IndexKind } from "./indexes.ts";

/** A table of a team. */
export interface TableKey {
  teamId: string;
  tableId: string;
}

/** Tables of the shared physical table that hold at least this many rows, the largest first. */
export function findGrown(rowsMin: number): Statement {
  return {
    name: "find_grown",
    text: `select r.team_id, r.table_id from only data.rows r
      group by r.team_id, r.table_id having count(*) >= $1 order by count(*) desc limit 20`,
    values: [rowsMin],
  };
}

/**
 * One round of copying a table's rows beside its writes (migration 0017); answers how many rows the copy lacked or had
 * otherwise, null when nothing is to be moved.
 */
export function copyTable({ teamId, tableId }: TableKey, isAnew: boolean): Statement {
  return {
    name: "copy_table",
    text: "select data.copy_table($1, $2, $3)::float8 as differing",
    values: [teamId, tableId, isAnew],
  };
}

/** Moves a table's rows to a physical table of its own (migration 0017); answers their number, null when nothing is to be moved. */
export function promoteTable({ teamId, tableId }: TableKey): Statement {
  return {
    name: "promote_table",
    text: "select data.promote_table($1, $2)::float8 as moved, 'rows_' || replace($2::uuid::text, '-', '') as relation",
    values: [teamId, tableId],
  };
}

/** A wish of lists of one table, and what an index for it is made of. */
export interface WishedIndex extends Record<string, unknown> {
  team_id: string;
  table_id: string;
  relation: string;
  field: string;
  kind: IndexKind;
  /** Of the column; null for a field of the row itself. */
  column_id: string | null;
  type: string | null;
  options: ColumnOptions | null;
}

/** Counts uses of a field by lists of a table. */
export function noteWish(table: TableKey, field: string, kind: IndexKind, uses: number): Statement {
  return {
    name: "note_wish",
    text: `insert into data.index_wishes as w (team_id, table_id, field, kind, uses) values ($1, $2, $3, $4, $5)
      on conflict (team_id, table_id, field, kind) do update set uses = w.uses + excluded.uses, wished_at = now()`,
    values: [table.teamId, table.tableId, field, kind, uses],
  };
}

/** Tables with wishes, each with the latest of them. */
export const findWishingTables: Statement = {
  name: "find_wishing_tables",
  text: "select w.team_id, w.table_id, max(w.wished_at)::text as wished_at from data.index_wishes w group by 1, 2",
  values: [],
};

/** The wishes of a table that most recently came again, the latest first; the session has the table's team. */
export function findWishes(table: TableKey, count: number): Statement {
  return {
    name: "find_wishes",
    text: `select w.team_id, w.table_id, s.relation, w.field, w.kind, c.id as column_id, c.type, c.options
      from data.index_wishes w
      join data.storages s on s.team_id = w.team_id and s.table_id = w.table_id
      left join data.columns c on c.team_id = w.team_id and c.table_id = w.table_id and c.name = w.field
      where w.team_id = $1 and w.table_id = $2 and (c.id is not null or w.field in ('updated_at', ''))
      order by w.wished_at desc, w.uses desc limit $3`,
    values: [table.teamId, table.tableId, count],
  };
}

/** The indexes the keeper made of a physical table, and whether they are whole. */
export function findIndexes(relation: string): Statement {
  return {
    name: "find_indexes",
    text: `select c.relname as name, i.indisvalid as is_valid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass and c.relname like 'wish\\_%'`,
    values: [relation],
  };
}
