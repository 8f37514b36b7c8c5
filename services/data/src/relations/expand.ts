import { AppError } from "@jst/errors";
import type { Params } from "@jst/query";
import type { Call } from "@jst/rpc";
import { cellTexts } from "../columns/choice-types.ts";
import { cellText } from "../columns/text-types.ts";
import type { Deps } from "../deps.ts";
import { rowJson, wholeData } from "../rows/row-json.ts";
import type { TableSchema } from "../tables/schema.ts";
import { StaleSchema, schemaOfTable } from "../tables/with-table.ts";
import type { RelationOptions } from "./relation.ts";

/** Columns of one answer that are expanded at most: each may bring a hundred rows for every row. */
const EXPANDED_MAX = 10;
/** Bytes of what one row shows of its targets: with the largest row and its results less than the gateway lets through. */
const EXPANDED_BYTES_MAX = 8 * 1024 * 1024;

/** A relation column that an answer shows as rows instead of ids, one level deep (contract 22). */
export interface Expansion {
  name: string;
  cardinality: "one" | "many";
  /** Whose rows they are. */
  target: TableSchema;
}

/** What a list or a single row is asked to show. */
interface Asked {
  expand?: string | undefined;
  fields?: string | undefined;
}

/** The relation columns that `expand` names, comma separated; 400 for any other, and for one that is not shown. */
export function expandedColumns(schema: TableSchema, { expand, fields }: Asked): ExpandedColumn[] {
  const names = expand === undefined ? [] : [...new Set(expand.split(","))];
  if (names.length > EXPANDED_MAX) throw refused("too_many", `At most ${EXPANDED_MAX} at once.`);
  return names.map((name) => {
    const column = schema.columns.get(name);
    if (column === undefined)
      throw refused("unknown_column", `The table has no column "${name.slice(0, 80)}".`);
    const { relation } = column.options;
    if (relation === undefined) throw refused("invalid_value", `The column ${name} is no relation.`);
    if (fields !== undefined && !fields.split(",").includes(name))
      throw refused("invalid_value", `The column ${name} is not shown.`);
    return { name, relation };
  });
}

interface ExpandedColumn {
  name: string;
  relation: RelationOptions;
}

/** The same with what is remembered of the tables they point to. */
export async function expansionsOf(
  call: Call<Deps>,
  schema: TableSchema,
  asked: Asked,
): Promise<Expansion[]> {
  const expansions: Expansion[] = [];
  for (const { name, relation } of expandedColumns(schema, asked)) {
    const target = relation.table_id === schema.id ? schema : await schemaOfTable(call, relation.table_id);
    expansions.push({ name, cardinality: relation.cardinality, target });
  }
  return expansions;
}

function refused(code: string, message: string): AppError {
  return new AppError("invalid_parameter", `expand names relation columns, comma separated. ${message}`, {
    errors: [{ field: "expand", code, message }],
  });
}

/** SQL for a JSON object of the expanded cells of the row under alias `r`. */
export function expandedCells(expansions: readonly Expansion[], params: Params): string {
  const bytesMax = Math.floor(EXPANDED_BYTES_MAX / expansions.length);
  const members = expansions.map((each) => `'${each.name}', ${expandedCell(each, bytesMax, params)}`);
  return `jsonb_build_object(${members.join(", ")})`;
}

/**
 * Within it `r` is the target's row, and `x` what the outer row says of it. Of many targets those that come after so many
 * bytes are their ids alone. The offset keeps the planner from building each target's row twice.
 */
function expandedCell({ name, cardinality, target }: Expansion, bytesMax: number, params: Params): string {
  const targetRow = `coalesce((
      select (${rowJson(wholeData(target, params.add(target.blank, "jsonb")))})::jsonb
      from ${target.storage.rows} r
      where r.team_id = x.team_id and r.table_id = ${params.add(target.id, "uuid")} and r.id = x.id::uuid
        and r.deleted_at is null
    ), jsonb_build_object('id', x.id, 'missing', true))`;
  if (cardinality === "one") {
    return `(select ${targetRow} from (select r.team_id, ${cellText(name)} as id) x where x.id is not null)`;
  }
  const ids = `(select r.team_id, t.id, t.n from unnest(${cellTexts(name)}) with ordinality t (id, n)) x`;
  const targets = `(select x.n, x.id, ${targetRow} as target from ${ids} order by x.n offset 0)`;
  const sized = `(select t.*, row_number() over linked = 1
      or sum(octet_length(t.target::text)) over linked <= ${bytesMax} as fits
    from ${targets} t window linked as (order by t.n rows unbounded preceding))`;
  const shown = "case when s.fits then s.target else jsonb_build_object('id', s.id, 'omitted', true) end";
  return `coalesce((select jsonb_agg(${shown} order by s.n) from ${sized} s), platform.jsonb_field(r.data, '${name}'))`;
}

/** Says that the table, or one of the expanded ones, has other columns than are remembered. */
export function staleSchemas(expansions: readonly Expansion[]): StaleSchema {
  return new StaleSchema(expansions.map(({ target }) => target.id));
}

/** SQL that is true while what is remembered of the expanded tables holds; `team` is the place of the team's id. */
export function areCurrent(expansions: readonly Expansion[], team: string, params: Params): string {
  if (expansions.length === 0) return "true";
  const ids = params.add(
    expansions.map(({ target }) => target.id),
    "uuid[]",
  );
  const versions = params.add(
    expansions.map(({ target }) => target.version),
    "integer[]",
  );
  return `(select bool_and(t.schema_version = e.version)
      from unnest(${ids}, ${versions}) e (id, version)
      join data.tables t on t.team_id = ${team} and t.id = e.id)`;
}
