import { answered } from "@jst/client";
import { useState } from "react";
import { api } from "../../api.ts";
import { queryOf, type Find } from "../../parts/found.ts";
import { Pick, type Thing } from "../../parts/pick.tsx";
import { Select } from "../../parts/select.tsx";
import { PARTS } from "../../words/parts.ts";
import { RELATION } from "../../words/columns.ts";
import { useTable } from "../tables.ts";
import type { ColumnDraft } from "./column-draft.ts";

interface RelationSettingsOf {
  relation: ColumnDraft["relation"];
  /** A relation that is there keeps its table. */
  isNew: boolean;
  onChange: (relation: ColumnDraft["relation"]) => void;
}

/** Settings of a relation: the target table, how many links, the display column, and the effect of a deleted target. */
export function RelationSettings({ relation, isNew, onChange }: RelationSettingsOf) {
  const [table, setTable] = useState<readonly Thing[]>([]);
  const { cardinality, on_target_delete: onDelete } = relation;
  return (
    <>
      {isNew && (
        <Pick
          label={RELATION.table}
          queryKey={["tables"]}
          find={findTable}
          chosen={table}
          isMany={false}
          isRequired
          onChange={(chosen) => {
            setTable(chosen);
            onChange({ ...relation, table_id: chosen[0]?.id ?? "", display_column: null });
          }}
        />
      )}
      {relation.table_id !== "" && <KnownBy {...{ relation, isNew, onChange }} />}
      <Select
        label={RELATION.cardinality}
        of={RELATION.cardinalities}
        is={cardinality}
        onChange={(many) => onChange({ ...relation, cardinality: many })}
      />
      <Select
        label={RELATION.onDelete}
        of={RELATION.onDeletes}
        is={onDelete}
        onChange={(what) => onChange({ ...relation, on_target_delete: what })}
      />
    </>
  );
}

const findTable: Find = async (q) => {
  const { tables } = await answered(api.GET("/api/v1/data/tables", { params: { query: queryOf(q) } }));
  return tables.map(({ id, name, display_name: shown }) => ({ id, name: shown, about: name }));
};

function KnownBy({ relation, isNew, onChange }: RelationSettingsOf) {
  const { data } = useTable(relation.table_id);
  if (data === undefined) return null;
  const columns = (data.columns ?? []).map(({ name, display_name: shown }) => [name, shown] as const);
  return (
    <>
      {!isNew && <p>{RELATION.of(data.display_name)}</p>}
      <Select
        label={RELATION.display}
        of={{ "": PARTS.noChoice, ...Object.fromEntries(columns) }}
        is={relation.display_column ?? ""}
        onChange={(name) => onChange({ ...relation, display_column: name === "" ? null : name })}
      />
    </>
  );
}
