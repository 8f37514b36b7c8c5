import type { Row, Statement } from "@jst/db";
import type { ColumnOptions } from "../types/definition.ts";
import type { ColumnType } from "../types/types.ts";
import type { TableKey } from "../storage/promotion-queries.ts";
import type { IndexKind } from "./index-forms.ts";

/** Wishes of a table that are looked at: those that no longer fit a column are passed over. */
const WISHES_MAX = 100;

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

/** Parts of a moved table that its indexes are built from. */
export interface WishingTable extends Row {
  /** Name of the relation with its rows in statements. */
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
