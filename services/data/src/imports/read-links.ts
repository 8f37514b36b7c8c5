import { keyOf, type CellReading, type ImportColumn, type NamedRow } from "@jst/importing";
import type { ImportOptions } from "@jst/importing";
import { type Call, isUuid } from "@jst/rpc";
import { readList, sourceText, type Cell } from "@jst/tabular/read";
import type { Deps } from "../deps.ts";
import { findActive } from "../engine/rows/batch-named.ts";
import { findClaimed, type Claim, type Holder } from "../engine/rows/batch-queries.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { columnTypes } from "../engine/types/types.ts";
import { cellValue } from "./cell-values.ts";
import type { LinkColumn } from "./link-columns.ts";

/** Rows that a cell links to at most (limits.columns). */
const ROWS_MAX = 100;

/** Reads a cell as the rows that it names (imports.links). */
export function readLinks(
  link: LinkColumn,
  cell: Exclude<Cell, null>,
  mapping: ImportColumn,
  options: ImportOptions,
): CellReading {
  const names = namesIn(sourceText(cell), link.isMany);
  if (names.length > ROWS_MAX)
    return { fault: { code: "too_many", message: `A cell can link to at most ${ROWS_MAX} rows.` } };
  const rows = names.map((text) => namedRow(link, text, mapping, options));
  return { names: { isMany: link.isMany, rows } };
}

/** Splits a cell into names, as a line of CSV; a cell for one row is one name, also with commas. */
function namesIn(cell: string, isMany: boolean): string[] {
  const names = [...new Set(readList(cell).map((name) => name.trim()))];
  return isMany || names.length === 1 ? names : [cell.trim()];
}

function namedRow(
  { place, by, table, isFilled, makesRows, found }: LinkColumn,
  text: string,
  mapping: ImportColumn,
  options: ImportOptions,
): NamedRow {
  const read = readName(by, text, mapping, options);
  const id = (read === undefined ? undefined : found.get(read.folded)) ?? found.get(text.toLowerCase());
  if (id !== undefined) return { text, id };
  const message = `${table?.name ?? "The table"} has no row of this name. Correct the name, or choose another way for unknown names.`;
  if (read === undefined || by === undefined || !(isFilled || makesRows))
    return { text, fault: { code: "not_found", message } };
  const goal = makesRows ? { place, column: by.name, value: read.value } : undefined;
  return { text, key: keyOf(place, by.name, read.folded), goal };
}

/** Value of a name, and the text by which it is compared; undefined for a text that cannot be a value. */
function readName(
  by: LinkColumn["by"],
  text: string,
  mapping: ImportColumn,
  options: ImportOptions,
): { value: unknown; folded: string } | undefined {
  if (by === undefined) {
    const id = text.toLowerCase();
    return isUuid(id) ? { value: id, folded: id } : undefined;
  }
  const { value } = cellValue(by, text, mapping, options);
  if (value === undefined || value === null) return undefined;
  return { value, folded: foldedValue(by, value) };
}

/** Folds a value into the text by which it is unique in its column. */
export function foldedValue({ type, options }: NonNullable<LinkColumn["by"]>, value: unknown): string {
  const { compared = (cell: unknown) => cell, read } = columnTypes[type];
  const { value: cell } = read(value, options);
  return JSON.stringify(compared(cell ?? value));
}

/** Finds the rows of their tables that the cells of a page name. */
export async function findLinked(
  call: Call<Deps>,
  links: readonly LinkColumn[],
  { columns }: { columns: readonly ImportColumn[] },
  rows: readonly { cells: readonly Cell[] }[],
  options: ImportOptions,
): Promise<void> {
  for (const link of links) {
    link.found.clear();
    const mapping = columns.find(({ index }) => index === link.index);
    if (link.table === undefined || mapping === undefined) continue;
    const names = rows.flatMap(({ cells }) => {
      const cell = cells[link.index] ?? null;
      return cell === null ? [] : namesIn(sourceText(cell), link.isMany);
    });
    const values = new Map<string, unknown>();
    for (const name of new Set(names)) {
      const read = readName(link.by, name, mapping, options);
      if (read !== undefined) values.set(read.folded, read.value);
    }
    // A file that was downloaded with keys names rows by their ids, whatever the column.
    await findByIds(call, link, link.table, names.map((name) => name.toLowerCase()).filter(isUuid));
    await findByValues(call, link, link.table, values);
  }
}

async function findByIds(
  call: Call<Deps>,
  { found }: LinkColumn,
  table: TableSchema,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await call.read<{ id: string }>(findActive(call.caller.team_id, table, ids));
  for (const { id } of rows) found.set(id, id);
}

async function findByValues(
  call: Call<Deps>,
  { by, found }: LinkColumn,
  table: TableSchema,
  values: ReadonlyMap<string, unknown>,
): Promise<void> {
  // A column that the run adds has no values yet.
  if (values.size === 0 || by === undefined || !table.columns.has(by.name)) return;
  const folded = [...values.keys()];
  const claims = [...values.values()].map((cell, ord): Claim => ({
    ord,
    row_id: undefined,
    column_id: by.id,
    type: by.type,
    cell,
  }));
  for (const { ord, row_id } of await call.read<Holder>(findClaimed(call.caller.team_id, claims)))
    found.set(folded[ord] ?? "", row_id);
}
