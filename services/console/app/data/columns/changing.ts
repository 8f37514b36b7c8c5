import { answered, isQueued } from "@jst/client";
import { api, type Schemas } from "../../api.ts";
import { beginAct } from "../../approvals/own-writes.ts";
import { ifVersion, type WriteKey } from "../../parts/writing.ts";
import { COLUMNS } from "../../words/columns.ts";
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
export const changeColumn =
  (table: Pick<Table, "id">, column: Column) => (body: WrittenColumn, key: WriteKey) => {
    const path = { table_id: table.id, column_id: column.id };
    const header = { ...key, ...(column.version === undefined ? {} : ifVersion(column.version)) };
    const params = { path, header };
    return answered(api.PATCH("/api/v1/data/tables/{table_id}/columns/{column_id}", { params, body }));
  };

/**
 * Returns what gives columns their places one after the other, each over the version that the place before it made. The
 * places are one act with one undo; the answer is the last one.
 */
export function columnPlacer(tableId: string) {
  const own = new Map<string, Column>();
  const newest = (column: Column): Column => {
    const placed = own.get(column.id);
    return placed === undefined || (placed.version ?? 0) < (column.version ?? 0) ? column : placed;
  };
  return async (
    columns: readonly Column[],
    placingsOf: (columns: readonly Column[]) => readonly Placing<Column>[],
    key: WriteKey,
  ): Promise<object> => {
    const act = beginAct();
    let answer: object = {};
    try {
      for (const { column, position } of placingsOf(columns.map(newest))) {
        const header = { "Idempotency-Key": `${key["Idempotency-Key"]} ${column.id}` };
        act.add(header);
        const placed = await changeColumn({ id: tableId }, column)({ position }, header);
        if (!isQueued(placed)) own.set(column.id, placed);
        answer = placed;
      }
    } finally {
      act.end(COLUMNS.orderChanged);
    }
    return answer;
  };
}
