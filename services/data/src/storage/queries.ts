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

/** Rows from which the number of a table's rows is kept for lists of tables; fewer are counted when they are listed. */
const KEPT_MIN = 200;

/**
 * Tables of the shared physical table that hold at least this many rows, the largest first; not the ones passed over.
 * What it counted is kept where it has moved by more than a twentieth (migration 0030).
 */
export function findGrown(rowsMin: number, passedOver: readonly string[]): Statement {
  return {
    name: "find_grown",
    text: `with counted as materialized (
        select r.team_id, r.table_id, count(*) as total from only data.rows r
        group by r.team_id, r.table_id having count(*) >= least($1, ${KEPT_MIN})
      ), kept as (
        insert into data.row_counts (team_id, table_id, total)
        select c.team_id, c.table_id, c.total
        from counted c left join data.row_counts k on k.team_id = c.team_id and k.table_id = c.table_id
        where c.total >= ${KEPT_MIN} and (k.total is null or abs(k.total - c.total) * 20 > k.total)
        on conflict (team_id, table_id) do update set total = excluded.total
      ), forgotten as (
        delete from data.row_counts k where not exists (
          select from counted c where c.team_id = k.team_id and c.table_id = k.table_id and c.total >= ${KEPT_MIN}
        )
      )
      select c.team_id, c.table_id from counted c where c.total >= $1 and c.table_id <> all ($2::uuid[])
      order by c.total desc limit ${GROWN_MAX}`,
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
 * Moves a table's rows to a physical table of its own (migration 0023); answers their number, null when nothing is to
 * be moved, and the name of that table.
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

/**
 * The wishes of a table that came again most recently, with their uses as they fade; the session has the table's team.
 */
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

/** An index that the keeper made. */
export interface MadeIndex extends Row {
  name: string;
  isValid: boolean;
  /** PostgreSQL knows what its expressions hold. */
  isKnown: boolean;
}

/** The indexes the keeper made of a physical table. */
export function findIndexes(physical: string): Statement {
  return {
    name: "find_indexes",
    text: `select c.relname as name, i.indisvalid as "isValid",
        i.indexprs is null or exists (
          select from pg_stats s where s.schemaname = 'data' and s.tablename = c.relname
        ) as "isKnown"
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass and c.relname like 'wish\\_%'`,
    values: [physical],
  };
}
