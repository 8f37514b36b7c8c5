import { changesetUuid } from "@jst/changes";
import type { TeamTx } from "@jst/db";

/**
 * With the commit, one entry stays in the history for each state column of a row that this transaction wrote more than once:
 * from the state it found to the one it leaves, none where they are the same. For who writes cells and judges them then.
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
