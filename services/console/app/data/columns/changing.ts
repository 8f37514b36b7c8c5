import { answered } from "@jst/client";
import { api, type Schemas } from "../../api.ts";
import { nameFor } from "../../parts/naming.ts";
import { ifVersion, type WriteKey } from "../../parts/writing.ts";
import { COLUMNS } from "../../words/columns.ts";
import type { Column, Table } from "../tables.ts";
import { draftOf, settingsOf, type ColumnDraft } from "./column-draft.ts";

/** What the fields of a column write, by the members of its body. */
export type WrittenColumn = Readonly<Record<string, unknown>>;

/** Names that a column may not have (tables.names). */
const RESERVED = ["constructor", "prototype", "id", "version", "created_at", "updated_at", "deleted_at"];

/** A new column as the API takes it, named for what people call it. */
export function newColumn(table: Table, draft: ColumnDraft, written: WrittenColumn): Schemas["NewColumn"] {
  const taken = new Set([...RESERVED, ...(table.columns ?? []).map(({ name }) => name)]);
  const { display_name: title = "", name = nameFor(String(title), taken, COLUMNS.nameless) } = written;
  return { ...written, name: String(name), type: draft.type, ...settingsOf(draft) };
}

/** What is to be changed of a column: settings only where they are others. */
export function changesOf(
  column: Column,
  draft: ColumnDraft,
  written: WrittenColumn,
): Schemas["ColumnPatch"] {
  const settings = settingsOf(draft);
  const isOther = JSON.stringify(settings) !== JSON.stringify(settingsOf(draftOf(column)));
  return {
    ...written,
    ...(draft.type === column.type ? {} : { type: draft.type }),
    ...(isOther ? settings : {}),
  };
}

/** Adds a column to the table. */
export const addColumn = (table: Table) => (body: WrittenColumn, header: WriteKey) => {
  const params = { path: { table_id: table.id }, header };
  return answered(
    api.POST("/api/v1/data/tables/{table_id}/columns", { params, body: body as Schemas["NewColumn"] }),
  );
};

/** Changes a column, unless somebody else has changed it since its form was opened. */
export const changeColumn = (table: Table, column: Column) => (body: WrittenColumn, key: WriteKey) => {
  const path = { table_id: table.id, column_id: column.id };
  const header = { ...key, ...(column.version === undefined ? {} : ifVersion(column.version)) };
  const params = { path, header };
  return answered(api.PATCH("/api/v1/data/tables/{table_id}/columns/{column_id}", { params, body }));
};
