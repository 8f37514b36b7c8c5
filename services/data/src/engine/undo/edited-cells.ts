import type { EditedRow } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { tableOf } from "./undo-revived.ts";

/** SQL for those of the cells, by row and name, that somebody has written since. */
const writtenSince = `with written as materialized (
        select c.id, c.name, c.table_id, w.changeset_id, w.before -> 'data' -> c.name as cell,
          w.after -> 'data' -> c.name as later, c.stays and not w.after -> 'data' ? c.name as is_lost
        from jsonb_to_recordset($2::jsonb) as c (id uuid, table_id uuid, version int, name text, stays boolean)
        join data.changes w on w.team_id = $1 and w.resource = 'rows' and w.resource_id = c.id
          and (w.after ->> 'version')::int > c.version
          and w.before -> 'data' -> c.name is distinct from w.after -> 'data' -> c.name
      ), others as materialized (
        select o.changeset_id, o.resource, o.op, o.resource_id::text as id,
          case o.resource when 'columns' then (coalesce(o.after, o.before) ->> 'table_id')::uuid end as table_id
        from (select distinct changeset_id from written) w
        join data.changes o on o.team_id = $1 and o.changeset_id = w.changeset_id
        where o.resource = 'columns' or o.op = 'delete' or (
          $3 and o.resource = 'rows' and o.before ->> 'deleted_at' is not null and o.after ->> 'deleted_at' is null
        )
      )
      select distinct w.id, w.name from written w
      where w.is_lost or not (
        exists (
          select from others o
          where o.changeset_id = w.changeset_id and o.resource = 'columns' and o.table_id = w.table_id
        ) or exists (
          select from (
            select jsonb_path_query(w.cell, 'lax $[*]') as named
            union all
            select jsonb_path_query(w.later, 'lax $[*]') where $3
          ) n
          join others o on o.changeset_id = w.changeset_id and o.resource = 'rows' and o.id = n.named #>> '{}'
        )
      )`;

/**
 * Leaves out the cells that nobody has written since but the service, as columns of the table changed or the row was
 * deleted that they named; or as it was restored, unless restores are edits. A row that stays has edits also where such
 * a change emptied a cell: what was there belongs to that change.
 */
export async function editedSince(
  tx: TeamTx,
  rows: readonly EditedRow[],
  { areRestoresEdits = true } = {},
): Promise<EditedRow[]> {
  const cells = rows.flatMap(({ id, before, after, fields }) =>
    fields.flatMap(({ member }) => {
      if (member === undefined) return [];
      return [
        { id, table_id: tableOf(after), version: after?.["version"], name: member, stays: before !== null },
      ];
    }),
  );
  const found = await tx.query<{ id: string; name: string }>({
    name: "find_edited_cells",
    text: writtenSince,
    values: [tx.context.teamId, JSON.stringify(cells), !areRestoresEdits],
  });
  const edited = new Set(found.map(({ id, name }) => `${id} ${name}`));
  return rows.flatMap((row) => {
    const fields = row.fields.filter(
      ({ member }) => member === undefined || edited.has(`${row.id} ${member}`),
    );
    return fields.length === 0 ? [] : [{ ...row, fields }];
  });
}
