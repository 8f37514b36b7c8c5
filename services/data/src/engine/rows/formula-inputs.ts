import { instant } from "@jst/db";
import type { FormulaSet } from "@jst/formula";
import { columnTypes } from "../types/types.ts";
import type { TableSchema } from "../schema/schema.ts";

/** SQL for what the formulas read of a row, over alias `r`: the text of a JSON array in the order of `inputs`. */
export function formulaInputs(schema: TableSchema, { inputs, needsRecord }: FormulaSet): string {
  const cells = inputs.map(({ name, isNeeded }) => (isNeeded ? cellText(schema, name) : "'null'"));
  const record = [
    `'"' || r.id || '"'`,
    `'"' || ${instant("r.created_at")} || '"'`,
    `'"' || ${instant("r.updated_at")} || '"'`,
  ];
  const members = needsRecord ? [...cells, ...record] : cells;
  // Not one call of concat: functions take at most 100 arguments.
  return `'[' || ${members.length === 0 ? "''" : members.join(" || ',' || ")} || ']'`;
}

function cellText(schema: TableSchema, name: string): string {
  const column = schema.columns.get(name);
  const filledBy = column === undefined ? undefined : columnTypes[column.type].filledBy;
  const alias = schema.aliased.find((aliased) => aliased.name === name);
  const stored = alias === undefined ? `r.data -> '${name}'` : alias.shown;
  const cell = typeof filledBy === "object" ? filledBy.sql : stored;
  return `coalesce((${cell})::text, 'null')`;
}
