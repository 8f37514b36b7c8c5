import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";

export type Table = Schemas["Table"];
export type Column = Schemas["Column"];
export type Row = Schemas["Row"];

/** Query of a table with its columns. */
export const tableAt = (id: string) => ({
  queryKey: ["table", id],
  queryFn: () => answered(api.GET("/api/v1/data/tables/{table_id}", { params: { path: { table_id: id } } })),
});

/** A table with its columns; nothing is read without an id. */
export function useTable(id: string | undefined) {
  return useQuery({ ...tableAt(id ?? ""), queryKey: ["table", id], enabled: id !== undefined });
}
