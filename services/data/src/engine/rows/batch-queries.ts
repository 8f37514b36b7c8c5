import type { Statement, TeamTx } from "@jst/db";
import type { ColumnSchema, TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";
import type { ColumnType } from "../types/types.ts";
import type { BatchItem } from "./batch-item.ts";
import { Overtaken, requireCurrent } from "./batch-overtaken.ts";
import { made, takeNumbers } from "./new-row.ts";
import { areSmall, cellBytes, mergedData, prepared, written, type WrittenRow } from "./queries.ts";
import { newRowFrame } from "./row-json.ts";

/** A value of a unique column that a row of the batch is to have. */
export interface Claim {
  /** Index of the row in the batch. */
  ord: number;
  /** The row; undefined for one that is not there yet. */
  row_id: string | undefined;
  column_id: string;
  type: ColumnType;
  cell: unknown;
}

/** Active row that has a wanted value. */
export interface Holder extends Record<string, unknown> {
  ord: number;
  column_id: string;
  row_id: string;
}

/** The active rows that have these values already (migration 0003); last those that have them in the same spelling. */
export function findHolders(tx: TeamTx, claims: readonly Claim[]): Promise<Holder[]> {
  if (claims.length === 0) return Promise.resolve([]);
  return tx.query<Holder>(findClaimed(tx.context.teamId, claims));
}

/** Selects them. */
export function findClaimed(teamId: string, claims: readonly Claim[]): Statement {
  return {
    name: "find_holders",
    // Values are found one by one, by their key: statistics of an empty table would plan a join badly.
    text: `with wanted as materialized (
        select w.ord, w.column_id, c.is_own, data.claimed_hash(w.type, c.cell) as value_hash
        from jsonb_to_recordset($2::jsonb) as w (ord integer, column_id uuid, type text, cell jsonb)
        cross join lateral (
          select w.cell, true as is_own union all select s.cell, false from data.same_cells(w.type, w.cell) s (cell)
        ) c
      )
      select w.ord, w.column_id, h.row_id
      from wanted w cross join lateral (
        select u.row_id from data.unique_values u
        where u.team_id = $1 and u.column_id = w.column_id and u.value_hash = w.value_hash
        limit 1
      ) h
      order by w.is_own`,
    values: [teamId, JSON.stringify(claims)],
  };
}

/**
 * Claims all values at once, in the order in which every statement does (migration 0020). Returns the ids under which
 * the new rows have claimed theirs, in their order. A value that another row has is left to the statement that writes
 * it. A row that has the value in another spelling stays its owner.
 */
export async function claimValues(
  tx: TeamTx,
  claims: readonly Claim[],
  made: readonly BatchItem[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "claim_values",
    text: `with made as materialized (select m.ord, uuidv7() as id from unnest($3::integer[]) m (ord)),
      claimed as (
        insert into data.unique_values (team_id, column_id, value_hash, row_id)
        select $1, w.column_id, data.claimed_hash(w.type, w.cell) as value_hash, coalesce(w.row_id, made.id)
        from jsonb_to_recordset($2::jsonb) as w (ord integer, row_id uuid, column_id uuid, type text, cell jsonb)
          left join made on made.ord = w.ord
        where not exists (
          select from data.same_cells(w.type, w.cell) s (cell)
          join data.unique_values u on u.team_id = $1 and u.column_id = w.column_id and u.row_id = w.row_id
            and u.value_hash = data.claimed_hash(w.type, s.cell)
        )
        order by w.column_id, value_hash
        on conflict do nothing
      )
      select made.id from made order by made.id`,
    values: [tx.context.teamId, JSON.stringify(claims), made.map(({ index }) => index)],
  });
  return rows.map(({ id }) => id);
}

/** The check of the columns, made once for all rows: in a condition it would be made for each (migration 0004). */
const held = (version: string) =>
  `held as materialized (select data.holds_columns($1, $2::uuid, ${version}) as is_current)`;

interface LockedRow extends Record<string, unknown> {
  /** Index of the item that is merged over it. */
  ord: number;
  version: number;
  cells: Record<string, unknown> | null;
  is_same: boolean;
}

const changesText = (items: readonly BatchItem[]) =>
  JSON.stringify(
    items.map(({ index, rowId, changes }) => ({
      ord: index,
      id: rowId,
      cells: changes?.set,
      cleared: changes?.cleared,
    })),
  );
const changed = (place: string) =>
  `jsonb_to_recordset(${place}::jsonb) as e (ord integer, id uuid, cells jsonb, cleared text[])`;

/** Parameters of lockMerged besides the items. */
interface Merged {
  /** Columns whose cells it answers. */
  names: readonly string[];
  /** The column by which the rows were found; undefined if the request named their ids. */
  key: ColumnSchema | undefined;
}

/**
 * Locks the rows that the items are merged into, in the order of their ids, and returns their cells by item. Throws
 * StaleSchema if columns have changed, and Overtaken if a row has, for example if another writer took the key from it.
 * The condition is checked again after the wait for the row.
 */
export async function lockMerged(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
  { names, key }: Merged,
): Promise<ReadonlyMap<number, LockedRow>> {
  const hasKey = `(data.claimed_hash($7, r.data -> $6) = data.claimed_hash($7, e.cells -> $6)
          or r.data -> $6 in (select s.cell from data.same_cells($7, e.cells -> $6) s (cell)))`;
  const rows = await tx.query<LockedRow>({
    ...prepared(key === undefined ? "lock_named" : "lock_merged", schema),
    text: `with ${held("$3")}
      select e.ord, r.version, ${mergedData(schema, "e.cells", "e.cleared")} = r.data as is_same,
        (select jsonb_object_agg(f, r.data -> f) from unnest($5::text[]) f) as cells
      from held, ${changed("$4")}
        join ${schema.storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = e.id
      where held.is_current and r.deleted_at is null${key === undefined ? "" : ` and ${hasKey}`}
      order by r.id
      for update of r`,
    values: [
      tx.context.teamId,
      schema.id,
      schema.version,
      changesText(items),
      names,
      ...(key === undefined ? [] : [key.name, key.type]),
    ],
  });
  if (rows.length < items.length) {
    await requireCurrent(tx, schema);
    throw new Overtaken();
  }
  return new Map(rows.map((row) => [row.ord, row]));
}

/**
 * Stores new rows in their order with one statement, under these ids if there are any, and answers them in it; throws
 * StaleSchema.
 */
export async function insertRows(
  tx: TeamTx,
  schema: TableSchema,
  cells: readonly unknown[],
  ids: readonly string[],
): Promise<WrittenRow[]> {
  if (cells.length === 0) return [];
  const { teamId, actorType, actorId } = tx.context;
  const texts = cells.map((each) => JSON.stringify(each));
  const [name, bytes] = texts.every(areSmall) ? ["insert_small_rows", "0"] : ["insert_rows", cellBytes];
  const rows = await tx.query<WrittenRow>({
    ...prepared(name, schema),
    text: `with ${held("$5")}
      insert into ${schema.storage.relation} as r (team_id, table_id, id, data, created_by_type, created_by_id)
      select $1, $2, coalesce(($8::uuid[])[e.ordinality], uuidv7()), e.value, $3, $4
      from held, jsonb_array_elements($6::jsonb) with ordinality e
      where held.is_current
      order by e.ordinality
      returning ${made(schema, "$7::jsonb", ["$9", "$10"], bytes)}`,
    values: [
      teamId,
      schema.id,
      actorType,
      actorId,
      schema.version,
      `[${texts.join(",")}]`,
      schema.blank,
      ids,
      ...newRowFrame(schema.id, tx.context),
    ],
  });
  if (rows.length < cells.length) throw new StaleSchema();
  return rows;
}

/** The cells of the items, with a number each for the columns that number rows. */
export async function numbered(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
): Promise<unknown[]> {
  if (schema.numbered.length === 0 || items.length === 0) return items.map(({ cells }) => cells);
  const last = await takeNumbers(tx, schema, items.length);
  if (last === undefined) throw new StaleSchema();
  return items.map(({ cells }, place) => ({
    ...cells,
    ...Object.fromEntries(
      Object.entries(last).map(([name, number]) => [name, number - items.length + 1 + place]),
    ),
  }));
}

/**
 * Merges the items over the rows that lockMerged has locked, and answers the rows by id; those that stay the same too.
 */
export async function mergeRows(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
): Promise<ReadonlyMap<string, WrittenRow>> {
  const { teamId, actorType, actorId } = tx.context;
  const changing = items.filter(({ isSame }) => isSame !== true);
  if (changing.length > 0) {
    await tx.query({
      ...prepared("merge_rows", schema),
      text: `update ${schema.storage.rows} r
        set data = ${mergedData(schema, "e.cells", "e.cleared")}, version = r.version + 1, updated_at = now(),
          updated_by_type = $4, updated_by_id = $5
        from ${changed("$3")}
        where r.team_id = $1 and r.table_id = $2 and r.id = e.id`,
      values: [teamId, schema.id, changesText(changing), actorType, actorId],
    });
  }
  if (items.length === 0) return new Map();
  const rows = await tx.query<WrittenRow>({
    ...prepared("find_merged", schema),
    text: `select ${written(schema, "$4::jsonb")} from ${schema.storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])`,
    values: [teamId, schema.id, items.map(({ rowId }) => rowId), schema.blank],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
