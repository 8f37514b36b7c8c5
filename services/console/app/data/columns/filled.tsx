import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { COLUMNS } from "../../words/columns.ts";
import { operatorsOf } from "../filters/operators.ts";
import type { Column, Table } from "../tables.ts";
import { editorOf } from "../writing-kinds.ts";

interface FilledOf {
  table: Table;
  column: Column;
}

/** In how many rows a value goes with the column; nothing is said of yes or no, and of what the platform computes. */
export function Filled({ table, column }: FilledOf) {
  const isWritten = editorOf(column) !== undefined && operatorsOf(column).includes("nempty");
  const { data, error } = useQuery({
    queryKey: ["rows", table.id, { filled: column.name }],
    queryFn: () => countOf(table, column),
    enabled: isWritten,
    gcTime: 0,
  });
  if (!isWritten || error !== null) return null;
  return <p>{data === undefined ? COLUMNS.counting : COLUMNS.filled(data)}</p>;
}

async function countOf(table: Table, { name }: Column): Promise<number> {
  const filter = JSON.stringify({ field: name, op: "nempty" });
  const query = { filter, limit: 1, fields: name, count: "exact" } as const;
  const params = { path: { table_id: table.id }, query };
  const { total } = await answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
  return Number(total);
}
