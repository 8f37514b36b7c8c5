import { compileFilterNode, type FilterContext, type Params } from "@jst/query";
import type { ConditionalFormat } from "../../../gen/rpc.ts";
import type { TableSchema } from "../schema/schema.ts";

/**
 * SQL for `,"format":{row?, cells?}` of a row over alias `r`: the first matching format of the row, and of each cell.
 * Empty when none matches; undefined when there is none to match. The same statement that lists the rows evaluates it.
 */
export function formatSql(
  formats: readonly ConditionalFormat[],
  schema: TableSchema,
  params: Params,
  context: FilterContext,
): string | undefined {
  if (formats.length === 0) return undefined;
  const first = (matching: readonly ConditionalFormat[]) => {
    const cases = matching.map(
      ({ filter, style }) =>
        `when ${compileFilterNode(filter, schema.fields, params, context)} then ${params.add(JSON.stringify(style), "jsonb")}`,
    );
    return cases.length === 0 ? "null::jsonb" : `case ${cases.join(" ")} end`;
  };
  const cells = Map.groupBy(
    formats.filter(({ scope }) => scope === "cell"),
    ({ column }) => column ?? "",
  );
  const members = [...cells].map(([column, matching]) => `${params.add(column, "text")}, ${first(matching)}`);
  const row = first(formats.filter(({ scope }) => scope === "row"));
  const some = (object: string) => `nullif(jsonb_strip_nulls(${object}), '{}')`;
  const format = some(
    `jsonb_build_object('row', ${row}, 'cells', ${some(`jsonb_build_object(${members.join(", ")})`)})`,
  );
  return `coalesce(',"format":' || ${format}::text, '')`;
}
