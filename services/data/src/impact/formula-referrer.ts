import { formulaUse, saveResultTypes } from "../columns/dependent-formulas.ts";
import { formulasUsing } from "../columns/formulas.ts";
import { holdColumns, type StoredColumn } from "../columns/stored-columns.ts";
import type { Referrer } from "./referrer.ts";

/** Formula columns that need the column, by way of others too; they keep their text and yield #REF!. */
export const formulaReferrer: Referrer = {
  find: (_tx, { tableId, column, columns }) =>
    Promise.resolve(dependents(columns, column).map((each) => formulaUse(tableId, each))),
  apply: async (tx, { tableId, column }) => {
    const columns = await holdColumns(tx, tableId);
    await saveResultTypes(
      tx,
      columns.filter(({ id }) => id !== column.id),
    );
  },
};

/** In the order of the columns. */
function dependents(columns: readonly StoredColumn[], column: StoredColumn): StoredColumn[] {
  const found = new Set<StoredColumn>();
  const waiting = [column.name];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const each of formulasUsing(columns, name)) {
      if (found.has(each) || each === column) continue;
      found.add(each);
      waiting.push(each.name);
    }
  }
  return columns.filter((each) => found.has(each));
}
