import type { TeamTx } from "@jst/db";
import { type FieldError, validationFailed } from "@jst/errors";
import type { TableSchema } from "../tables/schema.ts";
import { rowNotFound } from "./relation-type.ts";
import { holdRows, shareRows } from "./queries.ts";

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
 * is not. Rows are locked by table and id, those that are about to be written (`own`) among them, so that writers who
 * link to each other's rows wait in one order. Call it before any other statement of the transaction locks a row.
 */
export async function holdTargets(
  tx: TeamTx,
  links: readonly Link[],
  own?: { tableId: string; ids: readonly string[] },
): Promise<void> {
  if (links.length === 0) return;
  const linked = [...new Set(links.map((link) => link.tableId))];
  const found = new Set<string>();
  for (const tableId of [...new Set([...linked, ...(own === undefined ? [] : [own.tableId])])].sort()) {
    const targets = links.filter((link) => link.tableId === tableId).map((link) => link.rowId);
    const isOwn = tableId === own?.tableId;
    const ids = [...new Set([...targets, ...(isOwn ? own.ids : [])])];
    for (const id of await (isOwn ? holdRows : shareRows)(tx, { tableId, ids }, linked)) found.add(id);
  }
  const errors: FieldError[] = links
    .filter((link) => !found.has(link.rowId))
    .map(({ field }) => ({ field, ...rowNotFound }));
  if (errors.length > 0) throw validationFailed(errors.slice(0, 100));
}
