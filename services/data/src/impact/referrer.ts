import type { TeamTx } from "@jst/db";
import type { ColumnUse } from "../../gen/rpc.ts";
import type { StoredColumn } from "../columns/stored-columns.ts";

/** A column that is about to go, with its table; both are held by the transaction. */
export interface LeavingColumn {
  tableId: string;
  column: StoredColumn;
  /** Every column of the table, this one among them. */
  columns: readonly StoredColumn[];
  /** The zone of the team, in which formulas that go are evaluated for the last time. */
  timezone: string;
}

/** One kind of thing that refers to columns (tables.delete-column). */
export interface Referrer {
  /** What refers to the column, as column_in_use shows it. */
  find: (tx: TeamTx, leaving: LeavingColumn) => Promise<ColumnUse[]>;
  /** Makes what was found do without the column, whose cells are still there. */
  apply: (tx: TeamTx, leaving: LeavingColumn, uses: readonly ColumnUse[]) => Promise<void>;
}

/** Where the API answers something of a table; the `path` of a use. */
export function pathOf(tableId: string, kind: "columns" | "views", id: string): string {
  return `/api/v1/data/tables/${tableId}/${kind}/${id}`;
}
