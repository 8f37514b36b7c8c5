import { answered } from "@jst/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { isExpanded } from "./cells.ts";
import type { Condition } from "./filters.ts";

export type Table = Schemas["Table"];
export type Column = Schemas["Column"];
export type Row = Schemas["Row"];

const ROWS_OF_A_PAGE = 100;

/** A table with its columns. */
export function useTable(id: string) {
  return useQuery({
    queryKey: ["table", id],
    queryFn: () =>
      answered(api.GET("/api/v1/data/tables/{table_id}", { params: { path: { table_id: id } } })),
  });
}

/** Which rows of a table are shown. */
export interface Shown {
  /** Text to find. */
  q: string;
  /** As the API takes it: amount:desc; empty for the order of the table. */
  sort: string;
  filter: Condition | undefined;
  /** The id of a view; empty for none. */
  view: string;
  /** Where each page began, up to this one: the way back. */
  pages: readonly string[];
}

/** What is shown of a table at first. */
export const EVERYTHING: Shown = { q: "", sort: "", filter: undefined, view: "", pages: [""] };

/** A page of rows. */
export function useRows(table: Table, shown: Shown) {
  return useQuery({
    queryKey: ["rows", table.id, shown],
    queryFn: () => {
      const params = { path: { table_id: table.id }, query: { ...queryOf(shown), ...expanding(table) } };
      return answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** So many columns an answer shows by what their cells name. */
const EXPANDED_MAX = 10;

/** Files and rows of others are shown by what they are called, not by their ids. */
function expanding({ columns = [] }: Table) {
  const names = columns.filter(isExpanded).map(({ name }) => name);
  return names.length === 0 ? {} : { expand: names.slice(0, EXPANDED_MAX).join(",") };
}

function queryOf({ q, sort, filter, view, pages }: Shown) {
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
