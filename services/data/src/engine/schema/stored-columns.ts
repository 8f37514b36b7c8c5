import type { Row, Statement, TeamTx } from "@jst/db";
import { columnJson } from "./stored-tables.ts";
import type { ColumnDraft } from "./new-columns.ts";
import type { TableSchema } from "./schema.ts";

/** Columns of one table (limits.tables). */
export const COLUMNS_MAX = 200;

/** A column as it is in the database. */
export interface StoredColumn extends ColumnDraft {
  id: string;
  version: number;
}

/** A column of one of several tables. */
export interface TableColumn extends StoredColumn {
  table_id: string;
  created_at: string;
}

/** A column as one answer shows it. */
export interface ColumnAnswer extends Row {
  id: string;
  version: number;
  body: string;
}

/**
 * The table's columns in their order, held against every write of rows and columns until the transaction ends; the
 * first statement of each change of columns.
 */
export async function lockColumns(tx: TeamTx, tableId: string): Promise<StoredColumn[]> {
  await lockSchemas(tx, [tableId]);
  const rows = await tx.query<{ column: StoredColumn }>({
    name: "columns_of",
    text: `select to_jsonb(c) as column from data.columns c
      where c.team_id = $1 and c.table_id = $2 order by c.position, c.id`,
    values: [tx.context.teamId, tableId],
  });
  return rows.map((row) => row.column);
}

/** The columns of several tables, which the transaction holds or may see change. */
export async function columnsOfTables(tx: TeamTx, tableIds: readonly string[]): Promise<TableColumn[]> {
  const rows = await tx.query<{ column: TableColumn }>({
    name: "columns_of_tables",
    text: `select to_jsonb(c) as column from data.columns c
      where c.team_id = $1 and c.table_id = any($2::uuid[]) order by c.table_id, c.position, c.id`,
    values: [tx.context.teamId, tableIds],
  });
  return rows.map((row) => row.column);
}

/** Holds the columns of these tables against every write of rows and columns, in one order for everybody. */
export async function lockSchemas(tx: TeamTx, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length === 0) return;
  await tx.query({
    name: "lock_schemas",
    text: `select pg_advisory_xact_lock(data.schema_lock(t))
      from (select t from unnest($1::uuid[]) t order by t) ordered`,
    values: [tableIds],
  });
}

const answer = `c.id, c.version, ${columnJson}::text as body`;

/** Stores a new column. */
export async function insertColumn(tx: TeamTx, tableId: string, draft: ColumnDraft): Promise<ColumnAnswer> {
  const [column] = await tx.query<ColumnAnswer>({
    name: "insert_column",
    text: `insert into data.columns as c (team_id, table_id, name, display_name, type, is_required, is_unique,
        default_value, description, options, position)
      values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb, $11)
      returning ${answer}`,
    values: [tx.context.teamId, tableId, draft.name, ...settings(draft)],
  });
  return known(column);
}

/** One column of a table. */
export function findColumn(teamId: string, tableId: string, id: string): Statement {
  return {
    name: "find_column",
    text: `select ${answer} from data.columns c where c.team_id = $1 and c.table_id = $2 and c.id = $3`,
    values: [teamId, tableId, id],
  };
}

/** A column of the table that is held, as it is. */
export async function readColumn(tx: TeamTx, tableId: string, id: string): Promise<ColumnAnswer> {
  const [column] = await tx.query<ColumnAnswer>(findColumn(tx.context.teamId, tableId, id));
  return known(column);
}

/** Replaces what may change of a column. */
export async function saveColumn(tx: TeamTx, id: string, draft: ColumnDraft): Promise<ColumnAnswer> {
  const [column] = await tx.query<ColumnAnswer>({
    name: "save_column",
    text: `update data.columns c
      set display_name = $3, type = $4, is_required = $5, is_unique = $6, default_value = $7::jsonb,
        description = $8, options = $9::jsonb, position = $10, version = c.version + 1, updated_at = now()
      where c.team_id = $1 and c.id = $2
      returning ${answer}`,
    values: [tx.context.teamId, id, ...settings(draft)],
  });
  return known(column);
}

/**
 * Removes a column and which values it holds; an autonumber's counter stays, for its numbers to go on when it comes
 * back.
 */
export async function removeColumn(tx: TeamTx, id: string): Promise<void> {
  await tx.query({
    name: "remove_column",
    text: `with held as (delete from data.unique_values u where u.team_id = $1 and u.column_id = $2)
      delete from data.columns c where c.team_id = $1 and c.id = $2`,
    values: [tx.context.teamId, id],
  });
}

/**
 * Says that the table's columns have changed, with the commit: what processes remember of them is out of date. Rows
 * that were written until now, while the change waited for its turn, are older than it.
 */
export function announceChange(tx: TeamTx, { id }: Pick<TableSchema, "id">): void {
  tx.defer({
    name: "announce_columns",
    text: `update data.tables t
      set schema_version = t.schema_version + 1, version = t.version + 1, updated_at = clock_timestamp()
      where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, id],
  });
}

/** Says the same of tables whose own columns stay: others point to them, or no longer do. */
export function announceTables(tx: TeamTx, tableIds: readonly string[]): void {
  if (tableIds.length === 0) return;
  tx.defer({
    name: "announce_tables",
    text: "update data.tables t set schema_version = t.schema_version + 1 where t.team_id = $1 and t.id = any($2::uuid[])",
    values: [tx.context.teamId, tableIds],
  });
}

function settings(draft: ColumnDraft): unknown[] {
  return [
    draft.display_name,
    draft.type,
    draft.is_required,
    draft.is_unique,
    draft.default_value === null ? null : JSON.stringify(draft.default_value),
    draft.description,
    JSON.stringify(draft.options),
    draft.position,
  ];
}

function known(column: ColumnAnswer | undefined): ColumnAnswer {
  if (column === undefined) throw new Error("a column under the table's lock is there");
  return column;
}
