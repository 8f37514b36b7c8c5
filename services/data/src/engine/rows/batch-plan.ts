import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { columnTypes } from "../types/types.ts";
import { heldTargets, linksOf, type TargetTables } from "../links/links.ts";
import type { ColumnSchema, TableSchema } from "../schema/schema.ts";
import { type BatchItem, each, eachOfAll, inBatch, placeOf } from "./batch-item.ts";
import { requireVersion } from "./batch-named.ts";
import { type Claim, findHolders, lockMerged } from "./batch-queries.ts";
import { changedCells, newCells } from "../cells/cells.ts";
import { guardedColumns, requireTransitions } from "../cells/transitions.ts";

/** The column `upsert_on` names; validation_failed unless it is unique. */
export function upsertColumn(schema: TableSchema, name: string | null | undefined): ColumnSchema | undefined {
  if (name == null) return undefined;
  const column = schema.columns.get(name);
  if (column?.unique === true) return column;
  const [code, message] =
    column === undefined
      ? ["unknown_column", "The table does not have this column. Read the table to see its columns."]
      : ["not_unique", "upsert_on must be a unique column."];
  throw validationFailed([{ field: "upsert_on", code, message }]);
}

/** Finds the row each item is merged over, by its value of the column. */
export async function findRows(tx: TeamTx, items: readonly BatchItem[], column: ColumnSchema): Promise<void> {
  const claims: Claim[] = [];
  each(items, (item) => {
    const cell: unknown = Object.hasOwn(item.data, column.name) ? item.data[column.name] : null;
    const field = `data.${column.name}`;
    if (cell === null) {
      const message =
        "The row has no value in the column of upsert_on, by which the row to change is found. Send a value.";
      throw validationFailed([{ field, code: "required", message }]);
    }
    const { value, misfit } = columnTypes[column.type].read(cell, column.options, tx.context.country);
    if (misfit !== undefined) throw validationFailed([{ field, ...misfit }]);
    claims.push({ ord: item.index, row_id: undefined, column_id: column.id, type: column.type, cell: value });
  });
  const holders = await findHolders(tx, claims);
  for (const { ord, row_id } of holders) {
    const item = items[ord];
    if (item !== undefined) item.rowId = row_id;
  }
}

/** Reads the cells of each item by the columns of the table; an item whose id is refused lists their faults too. */
export function readCellsOf(items: readonly BatchItem[], schema: TableSchema, country?: string): void {
  const [named, others] = [
    items.filter(({ id }) => id !== undefined),
    items.filter(({ id }) => id === undefined),
  ];
  eachOfAll(named, (item) => {
    item.changes = changedCells(schema, item.data, country);
  });
  each(others, (item) => {
    if (item.rowId === undefined) item.cells = newCells(schema, item.data, country);
    else item.changes = changedCells(schema, item.data, country);
  });
}

/** Results of the lookups for the objects that cells name, made before the transaction. */
export interface Outside {
  tables: TargetTables;
  /** Faults of those that other services keep. */
  unknown: readonly FieldError[];
}

/** Makes sure that the rows the cells link to are there and stay, those to be merged over locked among them. */
export async function lockLinks(
  tx: TeamTx,
  items: readonly BatchItem[],
  schema: TableSchema,
  { tables, unknown }: Outside,
): Promise<void> {
  const isSound = ({ error }: BatchItem) => error === undefined;
  const links = items
    .filter(isSound)
    .flatMap((item) => linksOf(schema, tables, item.cells ?? item.changes?.set ?? {}, placeOf(item)));
  const own = items.flatMap(({ rowId }) => (rowId === undefined ? [] : [rowId]));
  const faults = await heldTargets(tx, schema, { links, unknown, own });
  const byItem = Map.groupBy(faults, ({ field }) => Number(field.split(".")[1]));
  for (const [index, own] of byItem) {
    const item = items[index];
    if (item === undefined) throw new Error("a fault of a batch names a row of it");
    item.error = validationFailed([...(item.error?.errors ?? []), ...own]);
  }
}

/** The value an item is to have in each of the table's unique columns that it writes. */
export function claimsOf(item: BatchItem, schema: TableSchema): (Claim & { name: string })[] {
  const cells = item.cells ?? item.changes?.set ?? {};
  return [...schema.columns.values()]
    .filter(({ unique, name }) => unique && Object.hasOwn(cells, name))
    .map(({ id, name, type }) => ({
      ord: item.index,
      row_id: item.rowId,
      column_id: id,
      type,
      cell: cells[name],
      name,
    }));
}

/** Refuses values of unique columns that another row has. */
export async function refuseHeld(
  tx: TeamTx,
  items: readonly BatchItem[],
  schema: TableSchema,
): Promise<void> {
  const claims = items.filter(({ error }) => error === undefined).flatMap((item) => claimsOf(item, schema));
  for (const { ord, column_id, row_id } of await findHolders(tx, claims)) {
    const item = items[ord];
    if (item === undefined || item.error !== undefined || item.rowId === row_id) continue;
    const column = claims.find((claim) => claim.column_id === column_id)?.name ?? "";
    const message = `Another row already has this value of ${column}. Send another value, or change that row.`;
    const refusal = new AppError("unique_violation", message, {
      extension: { column, existing_id: row_id },
      errors: [{ field: `data.${column}`, code: "unique_violation", message }],
    });
    item.error = inBatch(refusal, item);
  }
}

/** Refuses values of unique columns that an item before has; one that is refused itself has none. */
export function refuseTwice(items: readonly BatchItem[], schema: TableSchema): void {
  const taken = new Set<string>();
  each(items, (item) => {
    const claims = claimsOf(item, schema).map(({ column_id, cell, name, type }) => ({
      name,
      text: JSON.stringify([column_id, columnTypes[type].compared?.(cell) ?? cell]),
    }));
    const message = "Another row of the batch has the same value of this unique column. Send another value.";
    const twice = claims
      .filter(({ text }) => taken.has(text))
      .map(({ name }) => ({ field: `data.${name}`, code: "duplicate", message }));
    if (twice.length > 0) throw validationFailed(twice);
    for (const { text } of claims) taken.add(text);
  });
}

/**
 * Locks the rows to be merged over in one order, and refuses another version than an item wants, and states that may
 * not follow the present ones.
 */
export async function lockRows(
  tx: TeamTx,
  items: readonly BatchItem[],
  schema: TableSchema,
  key: ColumnSchema | undefined,
): Promise<void> {
  const merged = items.filter(({ error, changes }) => error === undefined && changes !== undefined);
  if (merged.length === 0) return;
  const guarded = new Set(
    merged.flatMap(({ changes }) => (changes === undefined ? [] : guardedColumns(schema, changes))),
  );
  const rows = await lockMerged(tx, schema, merged, { names: [...guarded], key });
  each(merged, (item) => {
    const row = rows.get(item.index);
    if (row === undefined || item.changes === undefined) throw new Error("a locked row is there");
    item.current = row.version;
    requireVersion(item, row.version);
    item.isSame = row.is_same;
    const own = new Set(guardedColumns(schema, item.changes));
    const present = Object.entries(row.cells ?? {}).filter(([name]) => own.has(name));
    requireTransitions(schema, Object.fromEntries(present), item.changes);
  });
}
