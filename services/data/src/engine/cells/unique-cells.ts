import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ColumnType } from "../types/types.ts";
import { preparedIn } from "../storage/places.ts";
import type { CellPlace } from "./cell-place.ts";

/** The members of a column that say how its values are claimed. */
interface Claiming {
  type: ColumnType;
  is_unique: boolean;
}

/** SQL for the type of a column, by which its values are claimed (tables.unique). */
const typeOf = (id: string) =>
  `(select c.type from data.columns c where c.team_id = $1 and c.id = ${id}::uuid)`;

/** True where the values of the column are to be claimed, and are not, or are by those of another type. */
export function isClaimedAnew(after: Claiming, before?: Claiming): boolean {
  return after.is_unique && (before?.is_unique !== true || isFolded(before) !== isFolded(after));
}

const isFolded = ({ type }: Claiming) => type === "email";

/** Stores that the values of the stored column are claimed no more where a change takes that away, or changes how. */
export async function endClaims(
  tx: TeamTx,
  column: Claiming & { id: string },
  after: Claiming,
): Promise<void> {
  if (column.is_unique && (!after.is_unique || isClaimedAnew(after, column))) await endUnique(tx, column.id);
}

/** From now on the trigger of migration 0003 keeps the column's values apart; 409 when two active rows share one. */
export async function startUnique(
  tx: TeamTx,
  { tableId, name, storage }: CellPlace,
  columnId: string,
): Promise<void> {
  const [shared] = await tx.query<{ existing_id: string }>({
    ...preparedIn(storage, "find_shared_value"),
    text: `select (array_agg(r.id order by r.id))[1] as existing_id from ${storage.rows} r
      left join data.merged_contacts m
        on m.team_id = $1 and ${typeOf("$4")} = 'contact' and m.contact_id::text = r.data ->> $3
      where r.team_id = $1 and r.table_id = $2 and r.deleted_at is null and r.data ? $3
      group by data.claimed_hash(${typeOf("$4")}, coalesce(to_jsonb(m.live_id), r.data -> $3::text))
      having count(*) > 1 limit 1`,
    values: [tx.context.teamId, tableId, name, columnId],
  });
  if (shared !== undefined) {
    throw new AppError(
      "unique_violation",
      `Two rows have the same value of ${name}. Change one of them first.`,
      {
        extension: { column: name, existing_id: shared.existing_id },
      },
    );
  }
  await tx.query({
    ...preparedIn(storage, "keep_unique_values"),
    text: `insert into data.unique_values (team_id, column_id, value_hash, row_id)
      select $1, $4::uuid, data.claimed_hash(${typeOf("$4")}, r.data -> $3::text), r.id from ${storage.rows} r
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

/** Forgets the values of a column that stays unique, for startUnique to claim them by another type. */
export async function dropClaims(tx: TeamTx, columnId: string): Promise<void> {
  await tx.query({
    name: "drop_claims",
    text: "delete from data.unique_values u where u.team_id = $1 and u.column_id = $2",
    values: [tx.context.teamId, columnId],
  });
}
