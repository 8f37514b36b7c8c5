import { AppError } from "@jst/errors";
import type { Params } from "@jst/query";
import type { Call } from "@jst/rpc";
import { cellTexts } from "../types/choice-types.ts";
import { cellText } from "../types/text-types.ts";
import { formulaInputs } from "./formula-inputs.ts";
import { rowJson, wholeData } from "./row-json.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema, schemaOfTable, type TableDeps } from "../schema/with-table.ts";
import type { RelationOptions } from "../types/relation.ts";

/** Columns of one answer that are expanded at most: each may bring a hundred rows for every row. */
const EXPANDED_MAX = 10;
/**
 * Bytes of what one row shows of its targets: with the largest row and its results less than the gateway lets through.
 */
export const EXPANDED_BYTES_MAX = 8 * 1024 * 1024;

/** Dependencies of calls that expand references. */
export interface ExpandDeps extends TableDeps {
  /** SQL for the JSON of a file, over alias `t` of data.files. */
  fileJson: string;
}

/** A column that an answer shows as the rows or files it names instead of their ids, one level deep (tables.expand). */
export interface Expansion {
  name: string;
  cardinality: "one" | "many";
  /** Schema of the referenced rows; undefined for files. */
  target: TableSchema | undefined;
  fileJson: string;
}

/** Parts of rows that a request asks to show. */
interface ShownParts {
  expand?: string | undefined;
  fields?: string | undefined;
}

/** The columns that `expand` names, comma separated; 400 for any other, and for one that is not shown. */
export function expandedColumns(schema: TableSchema, { expand, fields }: ShownParts): ExpandedColumn[] {
  const names = expand === undefined ? [] : [...new Set(expand.split(","))];
  if (names.length > EXPANDED_MAX)
    throw refused(
      "too_many",
      `It has more than ${EXPANDED_MAX} columns, which is the maximum. Send fewer columns.`,
    );
  return names.map((name) => {
    const column = schema.columns.get(name);
    if (column === undefined)
      throw refused("unknown_column", `The table does not have the column "${name.slice(0, 80)}".`);
    const { relation, multiple } = column.options;
    if (relation === undefined && column.type !== "file")
      throw refused("invalid_value", `The column ${name} is not a relation or file column.`);
    if (fields !== undefined && !fields.split(",").includes(name))
      throw refused("invalid_value", `The column ${name} is not in fields. Add it there.`);
    return { name, cardinality: relation?.cardinality ?? (multiple === true ? "many" : "one"), relation };
  });
}

interface ExpandedColumn extends Pick<Expansion, "name" | "cardinality"> {
  /** None of a column of files. */
  relation: RelationOptions | undefined;
}

/** The same with what is remembered of the tables they point to. */
export async function expansionsOf(
  call: Call<ExpandDeps>,
  schema: TableSchema,
  asked: ShownParts,
): Promise<Expansion[]> {
  const { fileJson } = call.deps;
  const expansions: Expansion[] = [];
  for (const { name, cardinality, relation } of expandedColumns(schema, asked)) {
    const tableId = relation?.table_id;
    const isElsewhere = tableId !== undefined && tableId !== schema.id;
    const own = tableId === undefined ? undefined : schema;
    const target = isElsewhere ? await schemaOfTable(call, tableId) : own;
    expansions.push({ name, cardinality, target, fileJson });
  }
  return expansions;
}

function refused(code: string, message: string): AppError {
  return new AppError(
    "invalid_parameter",
    `expand must be a list of relation and file columns, separated by commas. ${message}`,
    {
      errors: [{ field: "expand", code, message }],
    },
  );
}

/**
 * Builds SQL for the text of `data` of the row under alias `r`, with expanded references. If formulas of the targets
 * are shown, targetTexts makes the final text.
 */
export function expandedData(
  cells: string,
  { expansions, computed }: { expansions: readonly Expansion[]; computed?: boolean | undefined },
  params: Params,
): string {
  const bytesMax = Math.floor(EXPANDED_BYTES_MAX / expansions.length);
  const members = expansions.map((each, place) => {
    const row = targetRow(each, computed === true ? place : undefined, params);
    return `'"${each.name}":' || ${expandedCell(each, row, bytesMax)}`;
  });
  const names = params.add(
    expansions.map(({ name }) => name),
    "text[]",
  );
  // The other cells behind them without their opening brace: as text nothing is read and written once more.
  return `'{' || ${members.join(" || ',' || ")}
    || coalesce(',' || nullif(substr(((${cells}) - ${names})::text, 2), '}'), '}')`;
}

/**
 * Builds SQL for the text of one cell. Within it, `x` is the row's text of a target. Beyond a number of bytes, further
 * targets are ids alone: targets are read one after the other, and none after the limit. The offset prevents the
 * planner from reading each twice.
 */
function expandedCell({ name, cardinality }: Expansion, row: string, bytesMax: number): string {
  if (cardinality === "one")
    return `coalesce((select ${row} from (select r.team_id, ${cellText(name)} as id) x where x.id is not null), 'null')`;
  const shown = `case when l.n = 1 or l.bytes <= ${bytesMax} then l.target else ${named("l.id", "omitted")} end`;
  const targets = `(select '[' || (
      with recursive linked (n, id, target, bytes) as (
        select 0, null::text, null::text, 0::bigint
        union all
        select x.n, x.id, t.target, l.bytes + coalesce(octet_length(t.target), 0)
        from linked l
        cross join lateral (select r.team_id, l.n + 1 as n, c.ids[l.n + 1] as id) x
        cross join lateral (select case when l.bytes <= ${bytesMax} then ${row} end as target offset 0) t
        where l.n < cardinality(c.ids)
      )
      select string_agg(${shown}, ',') from linked l where l.n > 0
    ) || ']' from (select ${cellTexts(name)} as ids offset 0) c)`;
  return `coalesce(${targets}, platform.jsonb_field(r.data, '${name}')::text, 'null')`;
}

/** Stands before a target, between it and what its formulas read, and behind that: JSON only holds it escaped. */
export const targetSeparator = "\x1d";
const mark = "\\x1d";

/**
 * SQL for the text of the row or file that `x` names; of a row with the place of its column also its id and what its
 * formulas read.
 */
function targetRow({ target, fileJson }: Expansion, place: number | undefined, params: Params): string {
  if (target === undefined)
    return `coalesce((
      select (${fileJson})::text from data.files t
      where t.team_id = x.team_id and t.id = x.id::uuid and t.deleted_at is null
    ), ${named("x.id", "missing")})`;
  const { formulas } = target;
  const data = wholeData(target, params.add(target.blank, "jsonb"));
  const row =
    place === undefined || formulas === undefined
      ? rowJson(data, { withComputed: place !== undefined })
      : `E'${mark}' || ${rowJson(data)} || (E'${mark}${place}:' || r.id || ':' || ${formulaInputs(target, formulas)} || E'${mark}')`;
  return `coalesce((
      select ${row}
      from ${target.storage.rows} r
      where r.team_id = x.team_id and r.table_id = ${params.add(target.id, "uuid")} and r.id = x.id::uuid
        and r.deleted_at is null
    ), ${named("x.id", "missing")})`;
}

/** SQL for what stands in place of a row that is not shown. */
const named = (id: string, why: "missing" | "omitted") =>
  `jsonb_build_object('id', ${id}, '${why}', true)::text`;

/** Returns that the table, or one of the others that an answer shows, has other columns than are remembered. */
export function staleSchemas(others: readonly TableSchema[]): StaleSchema {
  return new StaleSchema(others.map(({ id }) => id));
}

/** SQL that is true while what is remembered of these tables holds; `team` is the place of the team's id. */
export function areCurrent(tables: readonly TableSchema[], team: string, params: Params): string {
  if (tables.length === 0) return "true";
  const ids = params.add(
    tables.map(({ id }) => id),
    "uuid[]",
  );
  const versions = params.add(
    tables.map(({ version }) => version),
    "integer[]",
  );
  return `(select bool_and(t.schema_version = e.version)
      from unnest(${ids}, ${versions}) e (id, version)
      join data.tables t on t.team_id = ${team} and t.id = e.id)`;
}

/** The tables whose rows the columns show. */
export function tablesOf(expansions: readonly Expansion[]): TableSchema[] {
  return expansions.flatMap(({ target }) => target ?? []);
}
