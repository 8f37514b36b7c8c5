import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Failure } from "../parts/failure.tsx";
import { New } from "../parts/new.tsx";
import { Select } from "../parts/select.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { VIEWS } from "../words/tables.ts";
import type { Table } from "./tables.ts";
import type { RowsShown } from "./shown.ts";

interface ViewsOf {
  table: Table;
  shown: RowsShown;
  onView: (viewId: string) => void;
}

/** The views of a table: one is looked at, what is looked at is kept as another one. */
export function Views({ table, shown, onView }: ViewsOf) {
  const session = useSession();
  const path = { table_id: table.id };
  const key = ["views", table.id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () =>
      answered(api.GET("/api/v1/data/tables/{table_id}/views", { params: { path, query: { limit: 200 } } })),
  });
  const chosen = data?.views.find(({ id }) => id === shown.view);
  return (
    <>
      {error !== null && <Failure error={error} />}
      {data !== undefined && data.views.length > 0 && (
        <Select
          label={VIEWS.view}
          of={{ "": VIEWS.all, ...Object.fromEntries(data.views.map(({ id, name }) => [id, name])) }}
          is={shown.view}
          onChange={onView}
        />
      )}
      {mayDo(session, "tables", "write") && (shown.filter !== undefined || shown.sort !== "") && (
        <New
          words={VIEWS}
          fields={[{ name: "name", kind: "text", label: VIEWS.fields.name, isRequired: true }]}
          touches={[key]}
          complete={(written: Schemas["ViewCreate"]) => ({ ...written, ...keptOf(shown) })}
          send={(body, header) =>
            answered(api.POST("/api/v1/data/tables/{table_id}/views", { params: { path, header }, body }))
          }
        />
      )}
      {chosen !== undefined && mayDo(session, "tables", "delete") && (
        <Act
          words={VIEWS.remove}
          of={chosen}
          touches={[key]}
          onDone={() => onView("")}
          send={(header) => {
            const params = { path: { ...path, view_id: chosen.id }, header };
            return answered(api.DELETE("/api/v1/data/tables/{table_id}/views/{view_id}", { params }));
          }}
        />
      )}
    </>
  );
}

/** Returns the part of the list's state that a view stores. */
function keptOf({ filter, sort }: RowsShown): Partial<Schemas["ViewCreate"]> {
  const [field = "", direction] = sort.split(":");
  return {
    ...(filter === undefined ? {} : { filters: { ...filter } }),
    ...(sort === "" ? {} : { sorts: [{ field, direction: direction === "desc" ? "desc" : "asc" }] }),
  };
}
