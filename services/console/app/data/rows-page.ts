import { answered, ProblemError } from "@jst/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { isExpanded } from "./cells.ts";
import type { RowsShown } from "./shown.ts";
import type { Table } from "./tables.ts";

const ROWS_OF_A_PAGE = 100;

/** A page of rows. */
export function useRows(table: Table, shown: RowsShown) {
  return useQuery({
    queryKey: ["rows", table.id, shown],
    queryFn: () => read(table, shown),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Loads the rows of a view. If the view is gone, loads those of the table and says so. */
async function read(table: Table, shown: RowsShown) {
  try {
    return { ...(await rowsOf(table, shown)), isViewGone: false };
  } catch (error) {
    const isAbsent = error instanceof ProblemError && error.status === 404;
    if (!isAbsent || shown.view === "") throw error;
    return { ...(await rowsOf(table, { ...shown, view: "" })), isViewGone: true };
  }
}

function rowsOf(table: Table, shown: RowsShown) {
  const params = { path: { table_id: table.id }, query: { ...queryOf(shown), ...expanding(table) } };
  return answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
}

/** So many columns an answer shows by what their cells name. */
const EXPANDED_MAX = 10;

/** Files and rows of others are shown by what they are called, not by their ids. */
function expanding({ columns = [] }: Table) {
  const names = columns.filter(isExpanded).map(({ name }) => name);
  return names.length === 0 ? {} : { expand: names.slice(0, EXPANDED_MAX).join(",") };
}

function queryOf({ q, sort, filter, view, pages }: RowsShown) {
  const cursor = pages.at(-1) ?? "";
  return {
    limit: ROWS_OF_A_PAGE,
    computed: true,
    ...(q === "" ? {} : { q }),
    ...(sort === "" ? {} : { sort }),
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    ...(view === "" ? {} : { view_id: view }),
    ...(cursor === "" ? {} : { cursor }),
  };
}
