import { changesetUuid } from "@jst/changes";
import type { Statement, TeamTx } from "@jst/db";
import type { CellPlace } from "./cell-place.ts";

/**
 * Joins the history entries that this transaction makes for a state column of one row, at the commit. One entry leads
 * from the first state to the last, and none if they are equal. For callers that write cells and judge them afterwards.
 */
export function joinMoves(tx: TeamTx): void {
  tx.defer({
    name: "join_moves",
    text: `with written as materialized (
        select c.resource_id as row_id, ((array_agg(c.after))[1] ->> 'table_id')::uuid as table_id from data.changes c
        where c.team_id = $1 and c.changeset_id = $2 and c.resource = 'rows' and c.after is not null
        group by c.resource_id having count(*) > 1
      ), joined as (
        select s.table_id, s.row_id, array_agg(s.id order by s.id) as ids,
          (array_agg(s.from_state order by s.id))[1] as from_state,
          (array_agg(s.to_state order by s.id desc))[1] as to_state
        from written w
          join data.row_states s on s.team_id = $1 and s.table_id = w.table_id and s.row_id = w.row_id
        where s.changeset_id = $2
        group by s.table_id, s.row_id, s.column_id having count(*) > 1
      ), kept as (
        update data.row_states s set from_state = j.from_state from joined j
        where s.team_id = $1 and s.table_id = j.table_id and s.row_id = j.row_id and s.id = j.ids[array_upper(j.ids, 1)]
          and j.from_state is distinct from j.to_state
      )
      delete from data.row_states s using joined j
      where s.team_id = $1 and s.table_id = j.table_id and s.row_id = j.row_id and s.id = any (j.ids)
        and (s.id <> j.ids[array_upper(j.ids, 1)] or j.from_state is not distinct from j.to_state)`,
    values: [tx.context.teamId, changesetUuid(tx.changesetId)],
  });
}

/**
 * Continues the history of a column that has become a state column, at the commit: from each row's last state, or from
 * the start. Cells that are set aside do not count. Entries of this transaction go, because they describe cells of
 * another type.
 */
export function resumeMoves(tx: TeamTx, place: CellPlace, columnId: string): void {
  forgetMoves(tx, place.tableId, columnId);
  const which = `(r.deleted_at > (
            select max(a.until) from data.set_aside a where a.team_id = $1 and a.table_id = $2 and a.name = $5
          )) is not false`;
  tx.defer(resumed(tx, place, columnId, { which, past: "true", values: [] }));
}

/** The same for these rows alone, whose cells that were set aside have given way to cells of the column. */
export function resumeMovesOf(
  tx: TeamTx,
  place: Omit<CellPlace, "reach">,
  columnId: string,
  rowIds: readonly string[],
): void {
  tx.defer({
    text: `delete from data.row_states s
      where s.team_id = $1 and s.table_id = $2 and s.column_id = $3 and s.changeset_id = $4
        and s.row_id = any($5::uuid[])`,
    values: [tx.context.teamId, place.tableId, columnId, changesetUuid(tx.changesetId), rowIds],
  });
  const own = { which: "r.id = any($6::uuid[])", past: "s.row_id = any($6::uuid[])", values: [rowIds] };
  tx.defer(resumed(tx, place, columnId, own));
}

/** The statement that notes moves of rows `r` from the state that their entries `s` lead to, where it is another. */
function resumed(
  tx: TeamTx,
  { tableId, name, storage }: Omit<CellPlace, "reach">,
  columnId: string,
  { which, past, values }: { which: string; past: string; values: readonly unknown[] },
): Statement {
  return {
    text: `insert into data.row_states (team_id, table_id, row_id, column_id, from_state, to_state,
        actor_type, actor_id, changeset_id)
      select $1, $2, w.row_id, $3, (array_agg(w.state order by w.entry desc) filter (where not w.is_now))[1],
        min(w.state) filter (where w.is_now), current_setting('app.actor_type'),
        nullif(current_setting('app.actor_id'), ''), $4
      from (
        select r.id as row_id, null::uuid as entry, r.data ->> $5::text as state, true as is_now
        from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and ${which}
        union all
        select s.row_id, s.id, s.to_state, false from data.row_states s
        where s.team_id = $1 and s.table_id = $2 and s.column_id = $3 and ${past}
      ) w
      group by w.row_id
      having bool_or(w.is_now) and min(w.state) filter (where w.is_now) is distinct from
        (array_agg(w.state order by w.entry desc) filter (where not w.is_now))[1]`,
    values: [tx.context.teamId, tableId, columnId, changesetUuid(tx.changesetId), name, ...values],
  };
}

/** Drops the history entries of this transaction for a column that is not a state column at the commit. */
export function forgetMoves(tx: TeamTx, tableId: string, columnId: string): void {
  tx.defer({
    text: `delete from data.row_states s
      where s.team_id = $1 and s.table_id = $2 and s.column_id = $3 and s.changeset_id = $4`,
    values: [tx.context.teamId, tableId, columnId, changesetUuid(tx.changesetId)],
  });
}
