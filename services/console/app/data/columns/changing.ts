import { answered } from "@jst/client";
import { api, type Schemas } from "../../api.ts";
import { ifVersion, type WriteKey } from "../../parts/writing.ts";
import type { Column, Table } from "../tables.ts";
import type { WrittenColumn } from "./column-body.ts";
import type { Placing } from "./column-order.ts";

/** Adds a column to the table. */
export const addColumn = (table: Table) => (body: WrittenColumn, header: WriteKey) => {
  const params = { path: { table_id: table.id }, header };
  return answered(
    api.POST("/api/v1/data/tables/{table_id}/columns", { params, body: body as Schemas["ColumnCreate"] }),
  );
};

/** Changes a column, unless somebody else has changed it since its form was opened. */
export const changeColumn = (table: Table, column: Column) => (body: WrittenColumn, key: WriteKey) => {
  const path = { table_id: table.id, column_id: column.id };
  const header = { ...key, ...(column.version === undefined ? {} : ifVersion(column.version)) };
  const params = { path, header };
  return answered(api.PATCH("/api/v1/data/tables/{table_id}/columns/{column_id}", { params, body }));
};

/** Gives the columns their places one after the other; the answer is the last one. */
export const placeColumns = (table: Table) => async (placings: readonly Placing<Column>[], key: WriteKey) => {
  let answer: Awaited<ReturnType<ReturnType<typeof changeColumn>>> | undefined;
  for (const { column, position } of placings) {
    const own = { "Idempotency-Key": `${key["Idempotency-Key"]} ${column.id}` };
    answer = await changeColumn(table, column)({ position }, own);
  }
  return answer;
};
