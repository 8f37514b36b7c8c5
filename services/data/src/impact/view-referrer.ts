import { pruneViews, viewsUsing } from "../views/column-views.ts";
import { pathOf, type Referrer } from "./referrer.ts";

/** Views of the table that name the column; they lose it with what cannot stand without it. */
export const viewReferrer: Referrer = {
  find: async (tx, { tableId, column }) =>
    (await viewsUsing(tx, tableId, column.id)).map((use) => ({
      ...use,
      path: pathOf(tableId, "views", use.id),
    })),
  apply: (tx, { tableId, column }) => pruneViews(tx, tableId, column.id),
};
