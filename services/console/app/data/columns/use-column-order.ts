import { useState } from "react";
import { useOrder } from "../../parts/use-order.ts";
import type { Column, Table } from "../tables.ts";
import { columnPlacer } from "./changing.ts";

/** The columns of a table in their order, which everybody sees. Each move is stored at once. */
export function useColumnOrder(table: Table) {
  const [store] = useState(() => columnPlacer(table));
  const { columns: read = [] } = table;
  return useOrder<Column>({ read, store, turn: `columns of ${table.id}`, touches: [["table"]] });
}
