import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { preparedIn } from "../storage/places.ts";
import type { CellPlace } from "./cell-place.ts";

/** From now on the trigger of migration 0003 keeps the column's values apart; 409 when two active rows share one. */
export async function startUnique(
  tx: TeamTx,
  { tableId, name, storage }: CellPlace,
  columnId: string,
): Promise<void> {
  const [shared] = await tx.query<{ existing_id: string }>({
    ...preparedIn(storage, "find_shared_value"),
    text: `select (array_agg(r.id order by r.id))[1] as existing_id from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.deleted_at is null and r.data ? $3
      group by r.data -> $3::text having count(*) > 1 limit 1`,
    values: [tx.context.teamId, tableId, name],
  });
  if (shared !== undefined) {
    throw new AppError("unique_violation", `Rows share a value of ${name}.`, {
      extension: { column: name, existing_id: shared.existing_id },
    });
  }
  await tx.query({
    ...preparedIn(storage, "keep_unique_values"),
    text: `insert into data.unique_values (team_id, column_id, value_hash, row_id)
      select $1, $4::uuid, sha256(convert_to((r.data -> $3::text)::text, 'UTF8')), r.id from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.deleted_at is null and r.data ? $3
      on conflict do nothing`,
    values: [tx.context.teamId, tableId, name, columnId],
  });
}

/** From the next statement on the trigger keeps the column's values apart no more. */
export async function endUnique(tx: TeamTx, columnId: string): Promise<void> {
  await tx.query({
    name: "end_unique_values",
    text: `with ended as (
        update data.columns c set is_unique = false where c.team_id = $1 and c.id = $2 and c.is_unique
      )
      delete from data.unique_values u where u.team_id = $1 and u.column_id = $2`,
    values: [tx.context.teamId, columnId],
  });
}
