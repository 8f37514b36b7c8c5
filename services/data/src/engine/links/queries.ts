import type { Row, TeamTx } from "@jst/db";
import { placed, preparedIn } from "../storage/places.ts";
import type { Storage } from "../storage/storage.ts";
import type { IncomingColumn, TableSchema } from "../schema/schema.ts";

/** Rows of one table of the transaction's team, which holds its columns. */
export interface RowsOfTable {
  tableId: string;
  storage: Storage;
  ids: readonly string[];
}

/** One table as the settings of a relation name it. */
export interface NamedTable extends Row {
  /** As it was named: by id or by name. */
  key: string;
  id: string;
}

/** The tables of the team that these ids or names stand for; one it has not is left out. */
export function findTables(tx: TeamTx, keys: readonly string[]): Promise<NamedTable[]> {
  return tx.query<NamedTable>({
    name: "find_tables",
    text: `select k as key, t.id from unnest($2::text[]) k
      join data.tables t on t.team_id = $1 and (t.name = k or t.id::text = lower(k))`,
    values: [tx.context.teamId, keys],
  });
}

/** Names of columns of one table that are there, of those asked for. */
export async function findColumnNames(
  tx: TeamTx,
  wanted: readonly { tableId: string; name: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ found: string }>({
    name: "find_column_names",
    text: `select c.table_id || ' ' || c.name as found
      from data.columns c
      join unnest($2::uuid[], $3::text[]) w (table_id, name) on c.table_id = w.table_id and c.name = w.name
      where c.team_id = $1`,
    values: [tx.context.teamId, wanted.map(({ tableId }) => tableId), wanted.map(({ name }) => name)],
  });
  return new Set(rows.map((row) => row.found));
}

/**
 * SQL that shares the columns of the tables in place `tables` until the transaction ends, in one order for everybody.
 */
const shareColumns = (tables: string) => `(select count(pg_advisory_xact_lock_shared(data.schema_lock(t)))
        from (select t from unnest(${tables}::uuid[]) t order by t) ordered) > 0`;

/**
 * Facts that a write with links relies on: the columns of its own table, and that no deletion clears links to `linked`
 * meanwhile.
 */
export interface LinkedTables {
  own: TableSchema;
  /** Ids of the tables whose rows are linked to. */
  linked: readonly string[];
}

/**
 * Locks active rows of `table` until the transaction ends, for reading or (`update`) for writing, and before them the
 * columns and links that it relies on. Returns the ids that exist; absent, deleted and foreign rows are left out alike.
 * Returns none if the columns of either table have moved, or the rows of this one. A transaction that waits for a
 * change of columns has not locked a row yet.
 */
export async function lockRows(
  tx: TeamTx,
  { table, ids }: { table: TableSchema; ids: readonly string[] },
  { own, linked }: LinkedTables,
  strength: "share" | "update",
): Promise<string[]> {
  const { storage } = table;
  const rows = await tx.query<{ id: string }>({
    ...preparedIn(storage, `lock_rows_for_${strength}`),
    text: `select r.id from ${storage.rows} r
      where (select ${shareColumns("$4")} and data.holds_columns($1, $5, $6) and data.holds_columns($1, $2, $8)
          and data.share_links($7::uuid[]))
        and r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[]) and r.deleted_at is null
      order by r.id
      for ${strength === "share" ? "share" : "no key update"}`,
    values: [
      tx.context.teamId,
      table.id,
      ids,
      [...linked, own.id],
      own.id,
      own.version,
      linked,
      table.version,
    ],
  });
  return rows.map((row) => row.id);
}

/** A row among those of several tables. */
export const rowKey = (tableId: string, id: string) => `${tableId} ${id}`;

/**
 * Keeps active rows of any tables as they are, and links to them from being cleared, until the transaction ends;
 * answers those that are there, by rowKey. For who remembers nothing of the tables; they are looked through in one
 * order for everybody.
 */
export async function lockActiveRows(
  tx: TeamTx,
  rows: readonly { tableId: string; id: string }[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  await tx.query({
    name: "share_columns_and_links",
    text: `select ${shareColumns("$1")} and data.share_links($1::uuid[]) as shared`,
    values: [[...new Set(rows.map(({ tableId }) => tableId))]],
  });
  const held = new Set<string>();
  for (const { tableId, storage, rows: own } of await placed(tx, rows)) {
    const found = await tx.query<{ id: string }>({
      ...preparedIn(storage, "hold_active_rows"),
      text: `select r.id from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[]) and r.deleted_at is null
        order by r.id
        for share`,
      values: [tx.context.teamId, tableId, own.map(({ id }) => id)],
    });
    for (const { id } of found) held.add(rowKey(tableId, id));
  }
  return held;
}

/** Finds the deleted rows among these, by rowKey: true for one that was deleted at that time. */
export async function findDeletedRows(
  tx: TeamTx,
  rows: readonly { tableId: string; id: string }[],
  time: string,
): Promise<ReadonlyMap<string, boolean>> {
  const deleted = new Map<string, boolean>();
  for (const { tableId, storage, rows: own } of await placed(tx, rows)) {
    const found = await tx.query<{ id: string; was_deleted: boolean }>({
      ...preparedIn(storage, "find_deleted_rows"),
      text: `select r.id, r.deleted_at <= $4::timestamptz as was_deleted from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[]) and r.deleted_at is not null`,
      values: [tx.context.teamId, tableId, own.map(({ id }) => id), time],
    });
    for (const { id, was_deleted: wasDeleted } of found) deleted.set(rowKey(tableId, id), wasDeleted);
  }
  return deleted;
}

/** Finds the tables among these whose columns or rows have moved since they were remembered. */
export async function movedTables(tx: TeamTx, tables: readonly TableSchema[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "moved_tables",
    text: `select t.id from unnest($2::uuid[], $3::integer[]) e (id, version)
      join data.tables t on t.team_id = $1 and t.id = e.id and t.schema_version <> e.version`,
    values: [tx.context.teamId, tables.map(({ id }) => id), tables.map(({ version }) => version)],
  });
  return rows.map(({ id }) => id);
}

/**
 * Waits until nobody links to rows of the table, and keeps it so, with its columns and those of the tables `from` which
 * links come; false when its own have moved.
 */
export async function lockLinks(
  tx: TeamTx,
  table: { id: string; version: number },
  from: readonly string[],
): Promise<boolean> {
  await tx.query({
    name: "share_columns",
    text: `select ${shareColumns("$1")} as shared`,
    values: [[...new Set([...from, table.id])]],
  });
  const [row] = await tx.query<{ current: boolean }>({
    name: "hold_links",
    text: `select data.holds_columns($1, $2, $3) as current
      from (select pg_advisory_xact_lock(data.links_lock($2::uuid))) held`,
    values: [tx.context.teamId, table.id, table.version],
  });
  return row?.current === true;
}

/** Keeps these rows, deleted ones too, for the transaction to write them. */
export async function holdRows(tx: TeamTx, { tableId, storage, ids }: RowsOfTable): Promise<void> {
  await tx.query({
    ...preparedIn(storage, "hold_rows"),
    text: `select from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])
      order by r.id
      for no key update`,
    values: [tx.context.teamId, tableId, ids],
  });
}

/** Such a column of a table whose columns the transaction holds. */
export interface HeldIncoming {
  column: IncomingColumn;
  /** Where the rows of the column's table are. */
  storage: Storage;
}

const names = (cardinality: "one" | "many") =>
  cardinality === "one"
    ? "platform.jsonb_text(r.data, $3) = any($4::text[])"
    : "platform.jsonb_field(r.data, $3) ?| $4::text[]";

/** Ids of at most `limit` active rows, others than these, whose cell names one of them. */
export async function findReferrers(
  tx: TeamTx,
  { column, storage }: HeldIncoming,
  rowIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    ...preparedIn(storage, `find_referrers_${column.cardinality}`),
    text: `select r.id from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.deleted_at is null and r.id <> all($4::text[]::uuid[])
        and ${names(column.cardinality)}
      limit $5`,
    values: [tx.context.teamId, column.table_id, column.name, rowIds, limit],
  });
  return rows.map((row) => row.id);
}

/**
 * Takes the ids of rows out of the cells of those that name them; a list that it leaves empty becomes an empty cell.
 */
export async function emptyReferrers(
  tx: TeamTx,
  { column, storage }: HeldIncoming,
  rowIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const rest = "platform.jsonb_field(r.data, $3) - $4::text[]";
  const emptied =
    column.cardinality === "one"
      ? "r.data - $3::text"
      : `case when ${rest} = '[]' then r.data - $3::text else r.data || jsonb_build_object($3::text, ${rest}) end`;
  await tx.query({
    ...preparedIn(storage, `empty_referrers_${column.cardinality}`),
    text: `update ${storage.rows} r
      set data = ${emptied}, version = r.version + 1, updated_at = now(), updated_by_type = $6, updated_by_id = $7
      where r.team_id = $1 and r.table_id = $2 and r.id = any($5::uuid[]) and ${names(column.cardinality)}`,
    values: [
      tx.context.teamId,
      column.table_id,
      column.name,
      rowIds,
      ids,
      tx.context.actorType,
      tx.context.actorId,
    ],
  });
}

/** A relation column with its table. */
export interface DisplayingColumn extends Row {
  id: string;
  name: string;
  table_id: string;
}

/** The relation columns of other tables that point to these tables, oldest first. */
export function findPointing(tx: TeamTx, tableIds: readonly string[]): Promise<DisplayingColumn[]> {
  return tx.query<DisplayingColumn>({
    name: "find_pointing_columns",
    text: `select c.id, c.name, c.table_id from data.columns c
      where c.team_id = $1 and c.type = 'relation' and c.options -> 'relation' ->> 'table_id' = any($2::text[])
        and c.table_id <> all($2::text[]::uuid[])
      order by c.id`,
    values: [tx.context.teamId, tableIds],
  });
}

/** The relation columns whose display column this is, by its id, oldest first. */
export function findDisplaying(tx: TeamTx, columnId: string): Promise<DisplayingColumn[]> {
  return tx.query<DisplayingColumn>({
    name: "find_displaying_columns",
    text: `select c.id, c.name, c.table_id from data.columns d
      join data.columns c on c.team_id = d.team_id and c.type = 'relation'
        and c.options -> 'relation' ->> 'table_id' = d.table_id::text
        and c.options -> 'relation' ->> 'display_column' = d.name
      where d.team_id = $1 and d.id = $2
      order by c.id`,
    values: [tx.context.teamId, columnId],
  });
}
