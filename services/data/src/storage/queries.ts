import type { Row, Statement } from "@jst/db";
import type { ColumnOptions } from "../columns/definition.ts";
import type { ColumnType } from "../columns/types.ts";
import type { IndexKind } from "./index-forms.ts";

/** Wishes of a table that are looked at: those that no longer fit a column are passed over. */
const WISHES_MAX = 100;

/** A table of a team. */
export interface TableKey {
  teamId: string;
  tableId: string;
}

/** Tables that one look finds at most. */
export const GROWN_MAX = 20;

/** Tables of the shared physical table that hold at least this many rows, the largest first; not the ones passed over. */
export function findGrown(rowsMin: number, passedOver: readonly string[]): Statement {
  return {
    name: "find_grown",
    text: `select r.team_id, r.table_id from only data.rows r where r.table_id <> all ($2::uuid[])
      group by r.team_id, r.table_id having count(*) >= $1 order by count(*) desc limit ${GROWN_MAX}`,
    values: [rowsMin, passedOver],
  };
}

/**
 * One round of copying a table's rows beside its writes (migration 0023); answers how many rows the copy lacked or had
 * otherwise, null when nothing is to be moved.
 */
export function copyTable({ teamId, tableId }: TableKey, isAnew: boolean): Statement {
  return {
    name: "copy_table",
    text: "select data.copy_table($1, $2, $3)::float8 as differing",
    values: [teamId, tableId, isAnew],
  };
}

/**
 * Moves a table's rows to a physical table of its own (migration 0023); answers their number, null when nothing is to be
 * moved, and the name of that table.
 */
export function promoteTable({ teamId, tableId }: TableKey): Statement {
  return {
    name: "promote_table",
    text: "select data.promote_table($1, $2)::float8 as moved, data.physical_name($2) as physical",
    values: [teamId, tableId],
  };
}

/** A wish of lists of one table. */
export interface Wish extends Row {
  field: string;
  kind: IndexKind;
  /** Uses by lists, each counting for less the longer ago it was noted. */
  uses: number;
  /** It came again in the last day. */
  isRecent: boolean;
}

/** Uses of a wish of alias `w`, as far as they count today: of what was noted a day ago, about a third. */
const fadedUses = "w.uses * exp(-extract(epoch from now() - w.wished_at) / 86400)";

/** Counts uses of a field by lists of a table. */
export function noteWish(table: TableKey, field: string, kind: IndexKind, uses: number): Statement {
  return {
    name: "note_wish",
    text: `insert into data.index_wishes as w (team_id, table_id, field, kind, uses) values ($1, $2, $3, $4, $5)
      on conflict (team_id, table_id, field, kind)
      do update set uses = round(${fadedUses}) + excluded.uses, wished_at = now()`,
    values: [table.teamId, table.tableId, field, kind, uses],
  };
}

/** Tables with wishes, each with what its indexes follow from: the latest of them and the version of its columns. */
export const findWishingTables: Statement = {
  name: "find_wishing_tables",
  text: `select w.team_id, w.table_id, max(w.wished_at) || ' ' || t.schema_version as state
    from data.index_wishes w
    join data.tables t on t.team_id = w.team_id and t.id = w.table_id
    group by w.team_id, w.table_id, t.schema_version`,
  values: [],
};

/** The wishes of a table that came again most recently, with their uses as they fade; the session has the table's team. */
export function findWishes({ teamId, tableId }: TableKey): Statement {
  return {
    name: "find_wishes",
    text: `select w.field, w.kind, (${fadedUses})::float8 as uses,
        w.wished_at > now() - interval '1 day' as "isRecent"
      from data.index_wishes w where w.team_id = $1 and w.table_id = $2
      order by w.wished_at desc, w.uses desc limit ${WISHES_MAX}`,
    values: [teamId, tableId],
  };
}

/** What indexes of a table that has moved are made of. */
export interface WishingTable extends Row {
  /** What statements call the table of its rows. */
  relation: string;
  /** The table itself. */
  physical: string;
  /** Schema platform has operator classes of its own (ADR 44). */
  isLeakproof: boolean;
  columns: { name: string; type: ColumnType; options: ColumnOptions }[];
}

/** That of a table, none where it has not moved; the session has its team. */
export function findWishingTable({ teamId, tableId }: TableKey): Statement {
  return {
    name: "find_wishing_table",
    text: `select s.relation, coalesce(s.physical, s.relation) as physical, platform.is_leakproof() as "isLeakproof",
        (select coalesce(json_agg(json_build_object('name', c.name, 'type', c.type, 'options', c.options)), '[]')
         from data.columns c where c.team_id = s.team_id and c.table_id = s.table_id) as columns
      from data.storages s where s.team_id = $1 and s.table_id = $2`,
    values: [teamId, tableId],
  };
}

/** The indexes the keeper made of a physical table, and whether they are whole. */
export function findIndexes(physical: string): Statement {
  return {
    name: "find_indexes",
    text: `select c.relname as name, i.indisvalid as is_valid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass and c.relname like 'wish\\_%'`,
    values: [physical],
  };
}
