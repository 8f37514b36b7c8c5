import type { Statement } from "@jst/db";

/** A table of a team. */
export interface TableKey {
  teamId: string;
  tableId: string;
}

/** Tables that one look finds at most. */
export const GROWN_MAX = 20;

/** Rows up to which a list of tables counts those of a table; of a larger one it shows what the keeper noted. */
export const COUNTED_MAX = 20;

/** Rows at each end of a table that tell which share of those that were counted is not deleted. */
const SAMPLED_ROWS = 50;

/** A number up to this is noted as it is, a larger one once it has moved by a twentieth of what is more. */
const EXACT_MAX = 200;

const sampledRows = (direction: string) => `(select r.created_at, r.id, r.deleted_at from only data.rows r
            where r.team_id = c.team_id and r.table_id = c.table_id
            order by r.created_at ${direction}, r.id ${direction} limit ${SAMPLED_ROWS})`;

/**
 * Finds tables of the shared physical table with at least this many rows, the largest first, without the skipped ones.
 * It notes the live rows of each table except the smallest (migration 0052). The number is an estimate from a sample
 * for shared tables, all rows of a small one, and PostgreSQL's estimate for moved ones.
 */
export function findGrown(rowsMin: number, passedOver: readonly string[]): Statement {
  return {
    name: "find_grown",
    text: `with counted as materialized (
        select r.team_id, r.table_id, count(*) as total from only data.rows r
        group by r.team_id, r.table_id having count(*) >= least($1, ${COUNTED_MAX + 1})
      ), live as materialized (
        select c.team_id, c.table_id, round(c.total * (
          select avg(case when s.deleted_at is null then 1 else 0 end)
          from (${sampledRows("asc")} union ${sampledRows("desc")}) s
        ))::bigint as total
        from counted c where c.total > ${COUNTED_MAX}
        union all
        select s.team_id, s.table_id, coalesce((p.reltuples * platform.live_share(p.oid))::bigint, s.row_count)
        from data.storages s
        join pg_class p on p.relname = coalesce(s.physical, s.relation)::name and p.relnamespace = 'data'::regnamespace
      ), noted as (
        insert into data.row_counts (team_id, table_id, total)
        select l.team_id, l.table_id, l.total
        from live l left join data.row_counts k on k.team_id = l.team_id and k.table_id = l.table_id
        where k.total is null or abs(k.total - l.total) * 20 > greatest(k.total - ${EXACT_MAX}, 0)
        on conflict (team_id, table_id) do update set total = excluded.total
      ), forgotten as (
        delete from data.row_counts k where not exists (
          select from live l where l.team_id = k.team_id and l.table_id = k.table_id
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
