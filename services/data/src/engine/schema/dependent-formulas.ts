import type { TeamTx } from "@jst/db";
import { withResultTypes } from "./formulas.ts";
import type { ColumnOptions } from "../types/definition.ts";
import type { StoredColumn } from "./stored-columns.ts";

/** A formula column as an impact list shows it (tables.delete-column). */
export function formulaUse(tableId: string, { id, name }: Pick<StoredColumn, "id" | "name">) {
  return {
    kind: "formula",
    table_id: tableId,
    id,
    name,
    path: pathOf(tableId, "columns", id),
  };
}

/** Where the API answers something of a table; the `path` of a use. */
export function pathOf(tableId: string, kind: "columns" | "views", id: string): string {
  return `/api/v1/data/tables/${tableId}/${kind}/${id}`;
}

/** Stores what the formulas among the columns yield now, where that has become another type. */
export async function saveResultTypes(tx: TeamTx, columns: readonly StoredColumn[]): Promise<void> {
  const changed = withResultTypes(columns, () => undefined).filter(
    ({ options }, i) => options.result_type !== columns[i]?.options.result_type,
  );
  if (changed.length === 0) return;
  await tx.query({
    name: "save_result_types",
    text: `update data.columns c
      set options = n.options, version = c.version + 1, updated_at = now()
      from jsonb_to_recordset($2::jsonb) as n (id uuid, options jsonb)
      where c.team_id = $1 and c.id = n.id`,
    values: [tx.context.teamId, JSON.stringify(changed.map(optionsOf))],
  });
}

function optionsOf({ id, options }: StoredColumn): { id: string; options: ColumnOptions } {
  return { id, options };
}
