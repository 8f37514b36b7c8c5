import type { TeamTx } from "@jst/db";
import type { Call } from "@jst/rpc";
import { type FieldError, validationFailed } from "@jst/errors";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema, schemaOfTable, type TableDeps } from "../schema/with-table.ts";
import { rowNotFound } from "../types/relation-type.ts";
import { lockRows, movedTables } from "./queries.ts";

/** One row that a cell names. */
export interface Link {
  /** Place of the id in the request, such as `data.customer` or `data.tags.3`. */
  field: string;
  /** Remembered schema of the table that the row is stored in. */
  table: TableSchema;
  rowId: string;
}

/** The tables that relations of a table point to, by their id. */
export type TargetTables = ReadonlyMap<string, TableSchema>;

/** Returns the remembered schemas of the tables that relations point to; without relations, nothing is read. */
export async function targetTables(call: Call<TableDeps>, schema: TableSchema): Promise<TargetTables> {
  const tables = new Map([[schema.id, schema]]);
  for (const { tableId } of schema.relations) {
    if (!tables.has(tableId)) tables.set(tableId, await schemaOfTable(call, tableId));
  }
  return tables;
}

/** Every row that the cells name, `at` being the place of the cells; the cells have been read by their types. */
export function linksOf(
  { relations }: Pick<TableSchema, "relations">,
  tables: TargetTables,
  cells: Record<string, unknown>,
  at = "data",
): Link[] {
  return relations.flatMap(({ name, tableId }) => {
    const cell = Object.hasOwn(cells, name) ? cells[name] : undefined;
    const table = tables.get(tableId);
    if (table === undefined) throw new Error("what is remembered of a relation's table is there");
    if (typeof cell === "string") return [{ field: `${at}.${name}`, table, rowId: cell }];
    if (!Array.isArray(cell)) return [];
    return cell.map((rowId: string, index) => ({ field: `${at}.${name}.${index}`, table, rowId }));
  });
}

/** Objects that cells of a write name. */
export interface NamedThings {
  links: readonly Link[];
  /** Faults of what other services keep, to be told together. */
  unknown?: readonly FieldError[];
  /** Ids of the rows of the table that are about to be written. */
  own?: readonly string[];
}

/** Holds every named row as heldTargets does; validation_failed with everything that is not there. */
export async function lockTargets(tx: TeamTx, schema: TableSchema, named: NamedThings): Promise<void> {
  const faults = await heldTargets(tx, schema, named);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Holds every named row as absentLinks does, and answers a fault for each that is not there. */
export async function heldTargets(
  tx: TeamTx,
  schema: TableSchema,
  { unknown = [], ...named }: NamedThings,
): Promise<FieldError[]> {
  const absent = await absentLinks(tx, schema, named);
  return [...absent.map(({ field }) => ({ field, ...rowNotFound })), ...unknown];
}

/**
 * Makes sure that the named rows stay until the transaction ends, and answers the links to those that are not there; or
 * throws StaleSchema. Rows are locked by table and id, own ones among them, so that writers who link to each other's
 * rows wait in one order. Call it before any other statement of the transaction locks a row.
 */
export async function absentLinks(
  tx: TeamTx,
  schema: TableSchema,
  { links, own = [] }: Omit<NamedThings, "unknown">,
): Promise<Link[]> {
  if (links.length === 0) return [];
  const tables = new Map(links.map(({ table }) => [table.id, table]));
  const tablesHeld = { own: schema, linked: [...tables.keys()] };
  if (own.length > 0) tables.set(schema.id, schema);
  const found = new Set<string>();
  for (const id of [...tables.keys()].sort()) {
    const table = tables.get(id) ?? schema;
    const writes = id === schema.id ? own : [];
    const targets = links.filter((link) => link.table.id === id).map((link) => link.rowId);
    const ids = [...new Set([...targets, ...writes])];
    const strength = writes.length > 0 ? "update" : "share";
    for (const there of await lockRows(tx, { table, ids }, tablesHeld, strength)) found.add(there);
  }
  const absent = links.filter((link) => !found.has(link.rowId));
  const moved = absent.length === 0 ? [] : await movedTables(tx, [schema, ...tables.values()]);
  if (moved.length > 0) throw new StaleSchema(moved);
  return absent;
}
