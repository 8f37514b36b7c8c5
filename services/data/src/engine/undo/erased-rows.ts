import type { Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { storageIn, storagesOf } from "../storage/places.ts";
import { tableOf } from "./undo-revived.ts";

/** Returns the ids of the rows that an undo erases: those that were made in tables that leave with it. */
export function erasedRows(undone: readonly NetChange[], leaving: ReadonlySet<string>): string[] {
  return undone.flatMap(({ resource, id, before, after }) =>
    resource === "rows" && before === null && leaving.has(tableOf(after)) ? [id] : [],
  );
}

/** Erases rows, and what is stored of them, with the table that they are in: nobody restores one of them. */
export async function eraseRows(tx: TeamTx, rows: readonly Image[]): Promise<void> {
  const groups = Map.groupBy(rows, tableOf);
  const storages = await storagesOf(tx, [...groups.keys()]);
  for (const [tableId, own] of groups) {
    const ids = own.map(({ id }) => String(id));
    const { relation } = storageIn(storages, tableId);
    await tx.query({
      text: `with gone_values as (
          delete from data.unique_values u using data.columns c
          where c.team_id = $1 and c.table_id = $2 and c.is_unique and u.team_id = $1 and u.column_id = c.id
            and u.row_id = any($3::uuid[])
        ), gone_states as (
          delete from data.row_states s where s.team_id = $1 and s.table_id = $2 and s.row_id = any($3::uuid[])
        ), gone_notes as (
          delete from data.set_aside s where s.team_id = $1 and s.table_id = $2 and s.row_id = any($3::uuid[])
        )
        delete from only ${relation} r where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])`,
      values: [tx.context.teamId, tableId, ids],
    });
  }
}
