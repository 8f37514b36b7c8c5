import type { TeamTx } from "@jst/db";
import { type Storage, storageOf } from "./storage.ts";

/** Rows of one table, and where they are. */
export interface PlacedRows<R> {
  tableId: string;
  storage: Storage;
  rows: R[];
}

/**
 * Returns the storage of each of these tables, in the order of their ids, for a transaction that locks their columns.
 * Their rows do not move until it ends. A statement that names the storage touches no other physical table; `data.rows`
 * alone would lock and plan those of every team.
 */
export async function storagesOf(
  tx: TeamTx,
  tableIds: readonly string[],
): Promise<ReadonlyMap<string, Storage>> {
  if (tableIds.length === 0) return new Map();
  const tables = await tx.query<{ id: string; relation: string | null }>({
    name: "storages_of",
    text: `select t.id, s.relation from (select distinct t as id from unnest($2::uuid[]) t) t
      left join data.storages s on s.team_id = $1 and s.table_id = t.id
      order by t.id`,
    values: [tx.context.teamId, tableIds],
  });
  return new Map(tables.map(({ id, relation }) => [id, storageOf(relation)]));
}

/** Where the rows of the table are; see storagesOf. */
export async function storageOfTable(tx: TeamTx, tableId: string): Promise<Storage> {
  return storageIn(await storagesOf(tx, [tableId]), tableId);
}

/** That of a table among those that were asked for. */
export function storageIn(storages: ReadonlyMap<string, Storage>, tableId: string): Storage {
  const storage = storages.get(tableId);
  if (storage === undefined) throw new Error("a table asked for has a place");
  return storage;
}

/** The rows by their tables, in the order of the tables' ids; see storagesOf. */
export async function placed<R extends { tableId: string }>(
  tx: TeamTx,
  rows: readonly R[],
): Promise<PlacedRows<R>[]> {
  const byTable = Map.groupBy(rows, ({ tableId }) => tableId);
  const storages = await storagesOf(tx, [...byTable.keys()]);
  return [...storages].map(([tableId, storage]) => ({ tableId, storage, rows: byTable.get(tableId) ?? [] }));
}

/** The name of a statement whose text names one place: the shared one alone has a name for it. */
export function preparedIn(storage: Storage, name: string): { name?: string } {
  return storage.isPromoted ? {} : { name };
}
