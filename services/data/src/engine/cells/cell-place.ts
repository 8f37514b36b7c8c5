import type { TeamTx } from "@jst/db";
import { storageOfTable } from "../storage/places.ts";
import type { Storage } from "../storage/storage.ts";

/** One column of one table, held by the transaction. */
export interface CellPlace {
  tableId: string;
  name: string;
  /** Where the table's rows are. */
  storage: Storage;
  /** Rows whose cells a change rewrites: all, or live ones if deleted rows are set aside (ADR 0045). */
  reach: "all" | "live";
  /** True to set deleted rows aside even where they are few. */
  leavesDeleted?: boolean;
}

/** That of a table the transaction holds. */
export async function cellPlace(tx: TeamTx, tableId: string, name: string): Promise<CellPlace> {
  return { tableId, name, storage: await storageOfTable(tx, tableId), reach: "all" };
}
