import type { Row, Statement } from "@jst/db";
import type { Call } from "@jst/rpc";
import { indexName } from "../indexes/index-names.ts";
import { ownRowCount } from "../schema/stored-tables.ts";
import type { TableSchema } from "../schema/schema.ts";
import { cellTexts, type SoughtText, textIndexes } from "./sought-texts.ts";
import { textRefusal } from "./text-refusals.ts";

const MB = 1_000_000;
/**
 * Bytes of text that one list looks through: each text that it looks for counts the texts of its columns once. A table
 * of its own is read by several processes at once, and gets indexes. A core looks through some 60 MB in a second.
 */
export const TEXT_BYTES_MAX = { shared: 512 * MB, own: 2_048 * MB };
/** For so long the size of a table's texts is remembered. */
const MEASURED_MS = 60_000;
/** Rows whose texts tell the size of all. */
const SAMPLED_ROWS = 20;

/** How much text a table has. */
interface TextSize {
  rows: number;
  /** Bytes of a row's cells, by column. */
  bytes: Record<string, number>;
  /** Names of the indexes of texts that are ready. */
  indexes: readonly string[];
}

const measured = new WeakMap<TableSchema, { size: TextSize; untilMs: number }>();

/**
 * Bytes of text that the list looks through at most, without those that an index leads to. Refuses more than a list
 * may look through, unless it looks for one text alone: 400 invalid_filter with what to do.
 */
export async function textWork(
  call: Call<unknown>,
  schema: TableSchema,
  sought: readonly SoughtText[],
): Promise<number> {
  const size = await sizeOf(call, schema);
  const { relation, isPromoted } = schema.storage;
  const isServed = ({ index }: SoughtText) =>
    index !== undefined && size.indexes.includes(indexName(relation, index));
  const left = sought.filter((each) => !isServed(each));
  const perRow = left
    .flatMap(({ columns }) => columns)
    .reduce((sum, name) => sum + (size.bytes[name] ?? 0), 0);
  const work = perRow * size.rows;
  const most = isPromoted ? TEXT_BYTES_MAX.own : TEXT_BYTES_MAX.shared;
  if (left.length > 1 && work > most) throw tooMuchText(left, size.rows, work, most);
  return work;
}

function tooMuchText(left: readonly SoughtText[], rows: number, work: number, most: number) {
  const reason =
    `The list searches for ${left.length} texts in about ${rows} rows, which is ${Math.ceil(work / MB)} MB of text; ` +
    `a list can search at most ${most / MB} MB.`;
  return textRefusal(reason, left);
}

async function sizeOf(call: Call<unknown>, schema: TableSchema): Promise<TextSize> {
  const known = measured.get(schema);
  if (known !== undefined && performance.now() < known.untilMs) return known.size;
  const [found] = await call.read<TextSize & Row>(sizeStatement(call.caller.team_id, schema));
  const size = found ?? { rows: 0, bytes: {}, indexes: [] };
  measured.set(schema, { size, untilMs: performance.now() + MEASURED_MS });
  return size;
}

/** The rows of a sample stand for all: those a shared table has anywhere, the newest of a large one. */
function sizeStatement(teamId: string, schema: TableSchema): Statement {
  const { rows, isPromoted, relation } = schema.storage;
  const indexes = textIndexes(schema).map((form) => indexName(relation, form));
  // The end of an id is random. To add nothing to the cells reads them once for all columns.
  const order = isPromoted ? "r.created_at desc" : "substr(r.id::text, 25)";
  return {
    text: `select ${ownRowCount}::float8 as rows,
      (select coalesce(jsonb_object_agg(c.name, c.bytes), '{}') from (
        select n.name, avg(octet_length(coalesce(s.data ->> n.name, '')))::float8 as bytes
        from (select q.data || '{}' as data from (
          select r.data from ${rows} r where r.team_id = $1 and r.table_id = $2 and r.deleted_at is null
          order by ${order} limit ${SAMPLED_ROWS}
        ) q offset 0) s
        cross join lateral unnest($3::text[]) n (name) group by n.name
      ) c) as bytes,
      array(
        select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indisvalid and c.relname = any($4::name[]) and c.relnamespace = 'data'::regnamespace
      ) as indexes
      from data.tables t where t.team_id = $1 and t.id = $2`,
    values: [teamId, schema.id, cellTexts(schema), indexes],
  };
}
