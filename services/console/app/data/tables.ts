import { answered, isQueued } from "@jst/client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";

export type Table = Schemas["Table"];
export type Column = Schemas["Column"];
export type Row = Schemas["Row"];

const ROWS_OF_A_PAGE = 100;

/** The team's tables by their names. */
export function useTables() {
  return useQuery({
    queryKey: ["tables"],
    queryFn: () => answered(api.GET("/api/v1/data/tables", { params: { query: { limit: 500 } } })),
  });
}

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
  /** Where the page begins; empty for the first one. */
  cursor: string;
}

/** A page of rows. */
export function useRows(tableId: string, { q, sort, cursor }: Shown) {
  return useQuery({
    queryKey: ["rows", tableId, q, sort, cursor],
    queryFn: () => {
      const query = {
        limit: ROWS_OF_A_PAGE,
        computed: true,
        ...(q === "" ? {} : { q }),
        ...(sort === "" ? {} : { sort }),
        ...(cursor === "" ? {} : { cursor }),
      };
      const params = { path: { table_id: tableId }, query };
      return answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
    },
    placeholderData: keepPreviousData,
  });
}

/** A cell with what a person has written into it. */
export interface Edit {
  row: Row;
  column: string;
  value: unknown;
}

/**
 * Writes a cell, unless somebody else has changed its row since it was read. Answers whether the write waits for a
 * second person.
 */
export function useEditing(tableId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ row, column, value }: Edit) => {
      const path = { table_id: tableId, row_id: row.id };
      const header = { "If-Match": `"${row.version}"`, "Idempotency-Key": crypto.randomUUID() };
      const body = { data: { [column]: value } };
      return isQueued(
        await answered(
          api.PATCH("/api/v1/data/tables/{table_id}/rows/{row_id}", { params: { path, header }, body }),
        ),
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["rows", tableId] }),
  });
}
