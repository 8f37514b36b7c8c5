import { useQuery } from "@tanstack/react-query";
import { metaOf } from "../../library/read-file.ts";
import { useNames, type Names } from "../names.ts";
import type { Column } from "../tables.ts";
import { rowOf } from "./default-cell.ts";

/** The names of what a new row begins with. */
export function useDefaultNames(column: Column | undefined): Names {
  const columns = column === undefined ? [] : [{ ...column, name: "default" }];
  const names = useNames(columns, [rowOf(column?.default)]);
  const ids = column?.type === "file" ? [column.default].flat().filter((id) => typeof id === "string") : [];
  const files = useQuery({
    queryKey: ["files", "called", ids],
    queryFn: () => Promise.all(ids.map(metaOf)),
    enabled: ids.length > 0,
  });
  return { ...names, ...Object.fromEntries((files.data ?? []).map(({ id, name }) => [id, name])) };
}
