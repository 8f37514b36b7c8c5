import { answered, isQueued } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../../api.ts";
import { beginAct } from "../../approvals/own-writes.ts";
import { inOrder, type Positions } from "../../parts/order.ts";
import { placer } from "../../parts/placer.ts";
import { showToast } from "../../parts/toasts.tsx";
import { useOrder } from "../../parts/use-order.ts";
import { ifVersion, type WriteKey } from "../../parts/writing.ts";
import { COLUMNS } from "../../words/columns.ts";
import { HEADS } from "../../words/heads.ts";
import { besideIn, type Side } from "../heads/column-order.ts";
import type { Column, Table } from "../tables.ts";
import type { WrittenColumn } from "./column-body.ts";

type Act = ReturnType<typeof beginAct>;

function createColumn(table: Table, body: WrittenColumn, header: WriteKey, act: Act) {
  act.add(header);
  const params = { path: { table_id: table.id }, header };
  return answered(
    api.POST("/api/v1/data/tables/{table_id}/columns", { params, body: body as Schemas["ColumnCreate"] }),
  );
}

const titleIn = ({ display_name: title, name }: WrittenColumn): string => String(title ?? name);

/** Adds a column behind the others. */
export const addColumn = (table: Table) => async (body: WrittenColumn, header: WriteKey) => {
  const act = beginAct();
  try {
    return await createColumn(table, body, header, act);
  } finally {
    act.end(HEADS.added(titleIn(body)));
  }
};

/** Changes a column, unless somebody else has changed it since its form was opened. */
export const changeColumn =
  (table: Pick<Table, "id">, column: Column) => (body: WrittenColumn, key: WriteKey) => {
    const path = { table_id: table.id, column_id: column.id };
    const header = { ...key, ...(column.version === undefined ? {} : ifVersion(column.version)) };
    const params = { path, header };
    return answered(api.PATCH("/api/v1/data/tables/{table_id}/columns/{column_id}", { params, body }));
  };

/** Positions of columns in the API. */
const POSITIONS: Positions = { least: 0, most: 100_000 };

/** Returns what stores the order of the columns of a table, as one act with one undo. */
function columnPlacer(table: Pick<Table, "id">) {
  const place = placer<Column>(POSITIONS);
  return async (ordered: readonly Column[], key: WriteKey): Promise<object> => {
    const act = beginAct();
    try {
      return await place(ordered, key, placing(table, act));
    } finally {
      act.end(COLUMNS.orderChanged);
    }
  };
}

/** The columns of a table in their order, which everybody sees. Each move is stored at once. */
export function useColumnOrder(table: Table) {
  const [store] = useState(() => columnPlacer(table));
  const { columns: read = [] } = table;
  return useOrder<Column>({ read, store, turn: `columns of ${table.id}`, touches: [["table"]] });
}

/** Returns what stores the position of a column as part of an act. */
const placing =
  (table: Pick<Table, "id">, act: Act) => (column: Column, position: number, header: WriteKey) => {
    act.add(header);
    return changeColumn(table, column)({ position }, header);
  };

/** Adds a column and stores its place beside another one, as one act with one undo. */
export const insertColumn =
  (table: Table, beside: { anchor: string; side: Side }) => async (body: WrittenColumn, header: WriteKey) => {
    const act = beginAct();
    try {
      const made = await createColumn(table, body, header, act);
      if (isQueued(made)) return made;
      const columns = [...(table.columns ?? []), made];
      const names = besideIn(
        columns.map(({ name }) => name),
        made.name,
        beside,
      );
      const ids = names.map((name) => columns.find((column) => column.name === name)?.id ?? "");
      // The column exists, so the form has done its work.
      await placer<Column>(POSITIONS)(inOrder(columns, ids), header, placing(table, act)).catch(() =>
        showToast({ text: HEADS.notPlaced }),
      );
      return made;
    } finally {
      act.end(HEADS.added(titleIn(body)));
    }
  };
