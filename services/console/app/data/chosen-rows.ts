import { answered, everyPage, type At } from "@jst/client";
import { api } from "../api.ts";
import { CHOICE_MAX, type ChosenRow } from "../grid/choice.ts";
import type { Span } from "../grid/window.ts";
import { shownValue } from "../parts/values.ts";
import { titleOf, valueOf } from "./cells.ts";
import { storedId } from "./new-rows.ts";
import { queryOf, type RowsShown } from "./row-window.ts";
import type { Column, Row, Table } from "./tables.ts";

/** So many rows an answer has at most (limits.page). */
const PAGE_MAX = 500;
/** So many ids a filter takes (limits.filter). */
const IDS_MAX = 150;

/** Returns a row as a choice has it. */
export function chosenOf(columns: readonly Column[], row: Row): ChosenRow {
  const title = titleOf(columns, row);
  const column = columns.find(({ name }) => name === title);
  const name = column === undefined ? undefined : shownValue(valueOf(column, row));
  return { id: storedId(row.id), version: row.version, name };
}

type Query = NonNullable<Parameters<typeof pagesOf>[1]>;

function pagesOf(
  tableId: string,
  query: Partial<ReturnType<typeof queryOf>> & { fields?: string; filter?: string; skip?: number },
  limit: number,
) {
  const { skip, ...rest } = query;
  return everyPage((at: At) => {
    const place = at.cursor === undefined && skip !== undefined && skip > 0 ? { skip } : at;
    const params = { path: { table_id: tableId }, query: { ...rest, limit, ...place } };
    return answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
  });
}

/** Limits an answer to the cells by which rows are called. */
function namesOf({ columns = [] }: Table): Pick<Query, "fields"> {
  const column =
    columns.find(({ type }) => type === "text") ?? columns.find(({ type }) => type !== "formula");
  return column === undefined ? {} : { fields: column.name };
}

/** Reads the rows of a list by their positions, in its order. */
export async function rowsAtPositions(
  table: Table,
  shown: RowsShown,
  { first, last }: Span,
): Promise<ChosenRow[]> {
  const wanted = Math.min(last - first + 1, CHOICE_MAX);
  const query = { ...queryOf(shown), ...namesOf(table), skip: first };
  const found: ChosenRow[] = [];
  for await (const { rows } of pagesOf(table.id, query, Math.min(wanted, PAGE_MAX))) {
    found.push(...rows.map((row) => chosenOf(table.columns ?? [], row)));
    if (found.length >= wanted) break;
  }
  return found.slice(0, wanted);
}

/** Reads rows by their ids, in this order; rows that are gone are left out. */
export async function rowsById(table: Table, ids: readonly string[], query: Pick<Query, "fields"> = {}) {
  const found = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const filter = JSON.stringify({ field: "id", op: "in", value: ids.slice(at, at + IDS_MAX) });
    for await (const { rows } of pagesOf(table.id, { ...query, filter }, IDS_MAX))
      for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Reads chosen rows again; those that are gone are left out. */
export async function readAgain(table: Table, ids: readonly string[]): Promise<ChosenRow[]> {
  const rows = await rowsById(table, ids, namesOf(table));
  return rows.map((row) => chosenOf(table.columns ?? [], row));
}
