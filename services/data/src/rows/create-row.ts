import type { Handler } from "../../gen/rpc.ts";
import { storeRow } from "./store-row.ts";

/** Stores a row that fits its table's columns, or nothing. */
export const createRow: Handler<"CreateRow"> = ({ path, body }, call) =>
  storeRow(call, path.table_id, body.data);
