import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { brokenFormulas, withResultTypes } from "./formulas.ts";
import type { ColumnOptions } from "./definition.ts";
import type { StoredColumn } from "./stored-columns.ts";

/** A formula column as an impact list shows it (contract 5). */
export function formulaUse(tableId: string, { id, name }: Pick<StoredColumn, "id" | "name">) {
  return {
    kind: "formula",
    table_id: tableId,
    id,
    name,
    path: `/api/v1/data/tables/${tableId}/columns/${id}`,
  };
}

/** Refuses a change of columns after which formulas that worked no longer would, with all of them. */
export function requireWorkingFormulas(
  tableId: string,
  before: readonly StoredColumn[],
  after: readonly StoredColumn[],
): void {
  const impact = brokenFormulas(before, after).map((column) => formulaUse(tableId, column));
  if (impact.length === 0) return;
  const names = impact.map(({ name }) => name).join(", ");
  const detail = `The formulas of ${names} could not be evaluated any more. Change them first, or send force: they then yield errors.`;
  throw new AppError("column_in_use", detail, { extension: { impact } });
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
