import { answered } from "@jst/client";
import { api } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";
import { cellsOf, type RowFormOf, type WrittenRow } from "./row-fields.tsx";
import type { Row, Table } from "./tables.ts";

/** Adds a row of the cells that were written. */
export const addRow = (table: Table, form: RowFormOf) => (written: WrittenRow, header: WriteKey) => {
  const params = { path: { table_id: table.id }, header };
  const body = { data: cellsOf(form, written) };
  return answered(api.POST("/api/v1/data/tables/{table_id}/rows", { params, body }));
};

/** Changes the cells that were written. */
export const changeRow =
  (table: Table, form: RowFormOf & { row: Row }) =>
  (written: WrittenRow, header: WriteKey & { "If-Match": string }) => {
    const params = { path: { table_id: table.id, row_id: form.row.id }, header };
    const body = { data: cellsOf(form, written) };
    return answered(api.PATCH("/api/v1/data/tables/{table_id}/rows/{row_id}", { params, body }));
  };

/** Deletes a row; undo brings it back. */
export const deleteRow = (table: Table, row: Row) => (header: WriteKey) => {
  const params = { path: { table_id: table.id, row_id: row.id }, header };
  return answered(api.DELETE("/api/v1/data/tables/{table_id}/rows/{row_id}", { params }));
};
