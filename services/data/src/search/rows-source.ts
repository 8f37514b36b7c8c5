import type { Row } from "@jst/db";
import { LRUCache } from "lru-cache";
import type { Entry, Query, Source } from "@jst/search";
import { findSearched, type SearchedRow } from "../engine/schema/stored-tables.ts";
import { storageOf, type Storage } from "../engine/storage/storage.ts";

type Column = SearchedRow["columns"][number];

/** A table as its rows are read for the index. */
interface SearchedTable {
  version: number;
  storage: Storage;
  /** Columns whose cells can be found, in the order of the table. */
  columns: readonly Column[];
}

/** A table takes up to some tens of kilobytes. */
const REMEMBERED_MAX = 500;
/** How often a table is looked for whose rows move meanwhile. */
const ATTEMPTS_MAX = 5;

/** Text of a cell by the type of its column; other types are not found: numbers, dates, names by id, json, files. */
const textOf: Partial<Record<Column["type"], (cell: unknown, column: Column) => string[]>> = {
  text: plain,
  long_text: plain,
  email: plain,
  phone: plain,
  url: plain,
  select: (cell, { options }) => labelled(cell, options.options),
  multi_select: (cell, { options }) =>
    Array.isArray(cell) ? cell.flatMap((one) => labelled(one, options.options)) : [],
  state: (cell, { options }) => labelled(cell, options.states),
};

/** Live rows of tables, by what their cells say (context.searched). */
export const rowsSource: Source = {
  kind: "rows",
  parentMember: "table_id",
  load: async (query, teamId, rows) => {
    const entries: Entry[] = [];
    for (const [tableId, ofTable] of Map.groupBy(rows, ({ parentId }) => parentId)) {
      const ids = ofTable.map(({ id }) => id);
      entries.push(...(await loadRows(query, teamId, tableId, ids)));
    }
    return entries;
  },
  page: async (query, teamId, tableId, after, limit) => {
    const table = await findTable(query, teamId, tableId);
    if (table === undefined) return [];
    const rows = await query<{ id: string }>({
      text: `select r.id from ${table.storage.rows} r where r.team_id = $1 and r.table_id = $2
          and ($3::uuid is null or r.id > $3) order by r.id limit $4`,
      values: [teamId, tableId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};

/** Tables of all teams that were read lately. One may be out of date: who relies on it compares its version. */
const remembered = new LRUCache<string, SearchedTable>({ max: REMEMBERED_MAX });

function tableKey(teamId: string, tableId: string): string {
  return `${teamId} ${tableId}`;
}

async function loadRows(
  query: Query,
  teamId: string,
  tableId: string,
  ids: readonly string[],
): Promise<Entry[]> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const table = remembered.get(tableKey(teamId, tableId)) ?? (await findTable(query, teamId, tableId));
    if (table === undefined) return [];
    const rows = await liveRows(query, teamId, tableId, table, ids);
    if (rows !== undefined) return rows.map((row) => entryOf(tableId, table, row));
    remembered.delete(tableKey(teamId, tableId));
  }
  throw new Error("The columns of a table keep changing.");
}

async function findTable(query: Query, teamId: string, tableId: string): Promise<SearchedTable | undefined> {
  const [row] = await query<SearchedRow>(findSearched(teamId, tableId));
  if (row === undefined) return undefined;
  const { schema_version: version, columns, relation } = row;
  const searched = columns.filter(({ type }) => textOf[type] !== undefined);
  const table = { version, storage: storageOf(relation), columns: searched };
  remembered.set(tableKey(teamId, tableId), table);
  return table;
}

interface FoundRow extends Row {
  /** Null where the table has none of the rows. */
  id: string | null;
  data: Record<string, unknown>;
  /** Name of the table. */
  display_name: string;
}

/** Undefined where the columns have moved since they were read: the rows may be elsewhere. */
async function liveRows(
  query: Query,
  teamId: string,
  tableId: string,
  { version, storage }: SearchedTable,
  ids: readonly string[],
): Promise<(FoundRow & { id: string })[] | undefined> {
  const found = await query<FoundRow & { schema_version: number }>({
    text: `select t.schema_version, t.display_name, r.id, r.data from data.tables t
      left join ${storage.rows} r on r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[]) and r.deleted_at is null
      where t.team_id = $1 and t.id = $2`,
    values: [teamId, tableId, ids],
  });
  if (found.some(({ schema_version }) => schema_version !== version)) return undefined;
  return found.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
}

function entryOf(
  tableId: string,
  { columns }: SearchedTable,
  { id, data, display_name: table }: FoundRow & { id: string },
): Entry {
  const cells = columns.flatMap((column) => {
    const cell = data[column.name];
    return cell === undefined || cell === null
      ? []
      : [{ column, texts: textOf[column.type]?.(cell, column) ?? [] }];
  });
  const title = cells.find(({ column: { type }, texts }) => /text$/.test(type) && texts.join("") !== "")
    ?.texts[0];
  const also = cells.flatMap(({ column, texts }) =>
    /select|state/.test(column.type) ? valuesOf(data[column.name]) : texts.slice(1),
  );
  return {
    kind: "rows",
    parentId: tableId,
    id,
    title: title ?? table,
    text: cells.flatMap(({ texts }) => texts).join(" · "),
    also: [table, ...also].join("\n"),
    path: `/api/v1/data/tables/${tableId}/rows/${id}`,
  };
}

function plain(cell: unknown): string[] {
  return typeof cell === "string" ? [cell] : [];
}

function labelled(cell: unknown, choices: readonly { value: string; label: string }[] = []): string[] {
  return plain(cell).map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
}

function valuesOf(cell: unknown): string[] {
  return Array.isArray(cell) ? cell.flatMap(plain) : plain(cell);
}
