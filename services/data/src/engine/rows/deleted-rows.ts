import type { Row, TeamTx } from "@jst/db";
import { type SetAside, setAsideOfRow, standing } from "../cells/set-aside.ts";
import type { CellChanges } from "../cells/cells.ts";
import { requireRowBytes } from "../types/row-bytes.ts";
import {
  deletedJson,
  isCurrent,
  isExpected,
  isRestorable,
  mergedData,
  prepared,
  type RowTarget,
  targetValues,
  written,
  type WrittenRow,
} from "./queries.ts";

/**
 * SQL for when a row is deleted: now, and after the instant at this place, until which cells of deleted rows were set
 * aside, whatever the clock says. For who holds the columns, so that the order of deletions and changes of columns is
 * exact.
 */
export const deletedAfter = (now: string, until: string) =>
  `greatest(${now}, ${until}::timestamptz + interval '1 microsecond')`;

/** Deletes an active row softly and answers when and until when it can be restored; undefined when it cannot. */
export async function softDeleteRow(tx: TeamTx, target: RowTarget): Promise<{ body: string } | undefined> {
  const [row] = await tx.query<{ body: string }>({
    ...prepared("soft_delete_row", target.schema),
    text: `update ${target.schema.storage.rows} r
      set deleted_at = ${deletedAfter("now()", "$6")}, version = r.version + 1
      where ${isExpected} and r.deleted_at is null and ${isCurrent("$5")}
      returning ${deletedJson} as body`,
    values: [
      ...targetValues(tx, target),
      target.schema.version,
      target.schema.setAside.at(-1)?.until ?? null,
    ],
  });
  return row;
}

/** A deleted row as it is stored. */
export interface DeletedRow extends Row {
  data: Record<string, unknown>;
  /** Notes of cells that were set aside when columns changed. */
  set_aside: readonly SetAside[];
}

const deletedRow = `r.data, ${setAsideOfRow} as set_aside`;

/** A deleted row within its window, looked at without waiting for anybody; undefined when there is none. */
export async function findDeleted(tx: TeamTx, target: RowTarget): Promise<DeletedRow | undefined> {
  const [row] = await tx.query<DeletedRow>({
    ...prepared("find_deleted", target.schema),
    text: `select ${deletedRow} from ${target.schema.storage.rows} r where ${isExpected} and ${isRestorable}`,
    values: targetValues(tx, target),
  });
  return row && { ...row, set_aside: standing(row.set_aside) };
}

/** The same of one that no one else restores until the transaction ends. */
export async function lockDeleted(tx: TeamTx, target: RowTarget): Promise<DeletedRow | undefined> {
  const [row] = await tx.query<DeletedRow>({
    ...prepared("lock_deleted", target.schema),
    text: `select ${deletedRow} from ${target.schema.storage.rows} r
      where ${isExpected} and ${isRestorable} and ${isCurrent("$5")}
      for update`,
    values: [...targetValues(tx, target), target.schema.version],
  });
  return row && { ...row, set_aside: standing(row.set_aside) };
}

/** Makes a deleted row active again within its window, with these changes; undefined when it cannot. */
export async function restoreRow(
  tx: TeamTx,
  target: RowTarget,
  { set, cleared }: CellChanges,
): Promise<WrittenRow | undefined> {
  const [row] = await tx.query<WrittenRow>({
    ...prepared("restore_row", target.schema),
    text: `update ${target.schema.storage.rows} r
      set deleted_at = null, version = r.version + 1, data = ${mergedData(target.schema, "$7", "$8")}
      where ${isExpected} and ${isRestorable} and ${isCurrent("$6")}
      returning ${written(target.schema, "$5::jsonb")}`,
    values: [
      ...targetValues(tx, target),
      target.schema.blank,
      target.schema.version,
      JSON.stringify(set),
      cleared,
    ],
  });
  if (row !== undefined) requireRowBytes(row.bytes);
  return row;
}
