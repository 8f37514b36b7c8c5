import type { TeamTx } from "@jst/db";
import { type FieldError, validationFailed } from "@jst/errors";
import type { TableSchema } from "../tables/schema.ts";
import { StaleSchema } from "../tables/with-table.ts";
import { rowNotFound } from "./relation-type.ts";
import { holdsColumns, lockRows } from "./queries.ts";

/** One row that a cell names. */
export interface Link {
  /** Place of the id in the request, such as `data.customer` or `data.tags.3`. */
  field: string;
  tableId: string;
  rowId: string;
}

/** Every row that the cells name, `at` being the place of the cells; the cells have been read by their types. */
export function linksOf(schema: TableSchema, cells: Record<string, unknown>, at = "data"): Link[] {
  if (schema.relations.length === 0) return [];
  return schema.relations.flatMap(({ name, tableId }) => {
    const cell = cells[name];
    if (typeof cell === "string") return [{ field: `${at}.${name}`, tableId, rowId: cell }];
    if (!Array.isArray(cell)) return [];
    return cell.map((id: string, index) => ({ field: `${at}.${name}.${index}`, tableId, rowId: id }));
  });
}

/**
 * Makes sure that every named row is there and stays until the transaction ends; else validation_failed with each that
 * is not, or StaleSchema. `own` are the ids of the rows of the table that are about to be written. Rows are locked by
 * table and id, own ones among them, so that writers who link to each other's rows wait in one order. Call it before any
 * other statement of the transaction locks a row.
 */
export async function holdTargets(
  tx: TeamTx,
  schema: TableSchema,
  links: readonly Link[],
  own: readonly string[] = [],
): Promise<void> {
  if (links.length === 0) return;
  const linked = [...new Set(links.map((link) => link.tableId))];
  const ground = { tableId: schema.id, version: schema.version, linked };
  const found = new Set<string>();
  for (const tableId of [...new Set([...linked, ...(own.length > 0 ? [schema.id] : [])])].sort()) {
    const isOwn = tableId === schema.id;
    const targets = links.filter((link) => link.tableId === tableId).map((link) => link.rowId);
    const ids = [...new Set([...targets, ...(isOwn ? own : [])])];
    const strength = isOwn && own.length > 0 ? "update" : "share";
    for (const id of await lockRows(tx, { tableId, ids }, ground, strength)) found.add(id);
  }
  const errors: FieldError[] = links
    .filter((link) => !found.has(link.rowId))
    .map(({ field }) => ({ field, ...rowNotFound }));
  if (errors.length === 0) return;
  if (!(await holdsColumns(tx, schema.id, schema.version))) throw new StaleSchema();
  throw validationFailed(errors.slice(0, 100));
}
