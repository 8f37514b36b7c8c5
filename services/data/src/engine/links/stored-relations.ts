import type { TeamTx } from "@jst/db";
import { type FieldError, validationFailed } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { ColumnCreate } from "../../../gen/rpc.ts";
import { announceTables, lockSchemas } from "../schema/stored-columns.ts";
import type { ColumnDraft } from "../schema/new-columns.ts";
import type { TableSchema } from "../schema/schema.ts";
import { isTableName } from "../schema/table-name.ts";
import { type RelationOptions, sentRelation } from "../types/relation.ts";
import { findColumnNames, findTables } from "./queries.ts";

/** A new or changed column with the place of its members in the request, such as `columns.0.`. */
export interface PlacedDraft {
  draft: ColumnDraft;
  at: string;
}

/** Holds the table's columns and those of the table that the new column points to, in the order everybody takes. */
export async function lockRelated(tx: TeamTx, column: ColumnCreate, own: string): Promise<void> {
  const ids = await namedTables(tx, [sentRelation(column)]);
  if (ids.size > 0) await lockSchemas(tx, [...new Set([own, ...ids.values()])]);
}

/**
 * Makes the relations of these columns name their tables by id; validation_failed with every table and display column
 * that does not exist. The columns of the target tables are locked until the transaction ends and announced as changed,
 * because processes also remember who points to a table.
 */
export async function placeRelations(tx: TeamTx, drafts: readonly PlacedDraft[]): Promise<void> {
  const related = drafts.filter(({ draft }) => draft.options.relation !== undefined);
  if (related.length === 0) return;
  const ids = await namedTables(
    tx,
    related.map(({ draft }) => draft.options.relation),
  );
  const targets = [...new Set(ids.values())];
  await lockSchemas(tx, targets);
  const errors = await withoutTarget(tx, related, ids);
  if (errors.length > 0) throw validationFailed(errors);
  for (const { options } of related.map(({ draft }) => draft)) {
    if (options.relation !== undefined)
      options.relation = { ...options.relation, table_id: ids.get(options.relation.table_id) ?? "" };
  }
  announceTables(tx, targets);
}

/** Ids of the tables that relations name, by their name or id as it was sent. */
async function namedTables(
  tx: TeamTx,
  relations: readonly (RelationOptions | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const sent = relations.flatMap((relation) => (relation === undefined ? [] : [relation.table_id]));
  const keys = [...new Set(sent)].filter((key) => isUuid(key) || isTableName(key));
  if (keys.length === 0) return new Map();
  return new Map((await findTables(tx, keys)).map(({ key, id }) => [key, id]));
}

/** Tables other than its own that the column points to, as it is remembered. */
export function targetsOf(schema: TableSchema, columnId: string): string[] {
  const columns = [...schema.columns.values()].filter((column) => column.id === columnId.toLowerCase());
  return columns.flatMap(({ options: { relation } }) =>
    relation === undefined || relation.table_id === schema.id ? [] : [relation.table_id],
  );
}

/** Every table and display column that the relations name and the team lacks. */
async function withoutTarget(
  tx: TeamTx,
  related: readonly PlacedDraft[],
  ids: ReadonlyMap<string, string>,
): Promise<FieldError[]> {
  const wanted = related.map(({ draft, at }) => {
    const { table_id: key = "", display_column: name = null } = draft.options.relation ?? {};
    return { at, tableId: ids.get(key), name };
  });
  const shown = wanted.flatMap(({ tableId, name }) =>
    tableId === undefined || name === null ? [] : [{ tableId, name }],
  );
  const there = shown.length === 0 ? new Set<string>() : await findColumnNames(tx, shown);
  return wanted.flatMap(({ at, tableId, name }): FieldError[] => {
    if (tableId === undefined)
      return [
        {
          field: `${at}relation.table_id`,
          code: "not_found",
          message: "No table of your team has this id. Check the id.",
        },
      ];
    if (name === null || there.has(`${tableId} ${name}`)) return [];
    const message = "The table does not have this column. Read the table to see its columns.";
    return [{ field: `${at}relation.display_column`, code: "not_found", message }];
  });
}
