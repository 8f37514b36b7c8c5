import type { Statement, TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { rowNotFound } from "../types/relation-type.ts";
import type { TableSchema } from "../schema/schema.ts";
import { type BatchItem, each } from "./batch-item.ts";
import { prepared } from "./queries.ts";
import { versionConflict } from "./row-refusals.ts";

/** Refuses ids and versions that the request itself contradicts: at every place, whatever is stored. */
export function requireIds(items: readonly BatchItem[], isUpsert: boolean): void {
  const seen = new Set<string>();
  each(items, ({ index, id, version }) => {
    const faults: FieldError[] = [];
    const refuse = (code: string, message: string) =>
      faults.push({ field: `rows.${index}.id`, code, message });
    if (id === undefined && version !== undefined)
      refuse("required", "A version belongs to the row with this id. Send the id too, or leave version out.");
    if (id !== undefined && isUpsert)
      refuse("conflict", "id and upsert_on cannot be sent together. Leave out one of them.");
    if (id !== undefined && seen.has(id))
      refuse("duplicate", "Another row of the batch has the same id. Send all changes of a row in one item.");
    if (id !== undefined) seen.add(id);
    if (faults.length > 0) throw validationFailed(faults);
  });
}

/** Finds the active rows that the items name, and refuses an id that the table does not have. Locks nothing. */
export async function findNamed(tx: TeamTx, schema: TableSchema, items: readonly BatchItem[]): Promise<void> {
  const named = items.flatMap(({ id, error }) => (id === undefined || error !== undefined ? [] : [id]));
  if (named.length === 0) return;
  const rows = await tx.query<{ id: string }>(findActive(tx.context.teamId, schema, named));
  const found = new Set(rows.map(({ id }) => id));
  each(items, (item) => {
    if (item.id === undefined) return;
    if (!found.has(item.id)) throw validationFailed([{ field: `rows.${item.index}.id`, ...rowNotFound }]);
    item.rowId = item.id;
  });
}

/** Selects the active rows of these ids. */
export function findActive(teamId: string, schema: TableSchema, ids: readonly string[]): Statement {
  return {
    ...prepared("find_named", schema),
    text: `select r.id from ${schema.storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[]) and r.deleted_at is null`,
    values: [teamId, schema.id, ids],
  };
}

/** Throws version_conflict if the row has another version than the item wants, with the id of the row. */
export function requireVersion({ index, id, version }: BatchItem, current: number): void {
  if (version === undefined || version === current) return;
  const { code, message, extension } = versionConflict(current);
  throw new AppError(code, message, {
    extension: { ...extension, row: id },
    errors: [{ field: `rows.${index}.version`, code, message: `The version of the row is ${current}.` }],
  });
}
