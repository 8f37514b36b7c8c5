import type { TeamTx } from "@jst/db";
import type { TableSchema } from "../schema/schema.ts";
import { deletedAfter } from "./deleted-rows.ts";
import { deletedJson, prepared } from "./queries.ts";

/**
 * Locks rows, deleted ones too, in the order of their ids. Returns for each that is there whether it is active; none if
 * the columns or rows of the table have moved.
 */
export async function lockLeaving(
  tx: TeamTx,
  schema: TableSchema,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.query<{ id: string; is_active: boolean }>({
    ...prepared("lock_leaving", schema),
    text: `with held as materialized (select data.holds_columns($1, $2::uuid, $4) as is_current)
      select r.id, r.deleted_at is null as is_active
      from held, ${schema.storage.rows} r
      where held.is_current and r.team_id = $1 and r.table_id = $2::uuid and r.id = any($3::uuid[])
      order by r.id
      for no key update of r`,
    values: [tx.context.teamId, schema.id, ids, schema.version],
  });
  return new Map(rows.map(({ id, is_active: isActive }) => [id, isActive]));
}

/** Deletes active rows softly, which lockLeaving has locked. */
export async function softDeleteRows(tx: TeamTx, schema: TableSchema, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    ...prepared("soft_delete_rows", schema),
    text: `update ${schema.storage.rows} r
      set deleted_at = ${deletedAfter("now()", "$4")}, version = r.version + 1
      where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])`,
    values: [tx.context.teamId, schema.id, ids, schema.setAside.at(-1)?.until ?? null],
  });
}

/** Finds when each of these deleted rows was deleted and until when it can be restored, as DELETE answers it, by id. */
export async function findDeletions(
  tx: TeamTx,
  schema: TableSchema,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; body: string }>({
    ...prepared("find_deletions", schema),
    text: `select r.id, ${deletedJson} as body from ${schema.storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])`,
    values: [tx.context.teamId, schema.id, ids],
  });
  return new Map(rows.map(({ id, body }) => [id, body]));
}
