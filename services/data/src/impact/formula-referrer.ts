import { formulaUse, saveResultTypes } from "../columns/dependent-formulas.ts";
import { formulasNeeding } from "../columns/formulas.ts";
import { holdColumns } from "../columns/stored-columns.ts";
import type { Referrer } from "./referrer.ts";

/** Formula columns that need the column, by way of others too; they keep their text and yield #REF!. */
export const formulaReferrer: Referrer = {
  find: (_tx, { tableId, column, columns }) =>
    Promise.resolve(formulasNeeding(columns, column.name).map((each) => formulaUse(tableId, each))),
  apply: async (tx, { tableId, column }) => {
    const columns = await holdColumns(tx, tableId);
    await saveResultTypes(
      tx,
      columns.filter(({ id }) => id !== column.id),
    );
  },
};
