import { instant, type Row, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import { COUNTED_MAX } from "../storage/promotion-queries.ts";
import type { ColumnSchema, IncomingColumn } from "./schema.ts";
import type { ColumnDraft } from "./new-columns.ts";
import { isTableName } from "./table-name.ts";

/** Rows that are counted at most of a table that shares its storage with others; one that has grown has its own. */
const ROW_COUNT_MAX = 10_001;

/** Live rows of the table of alias `t` that has grown: what PostgreSQL estimates of its own storage. */
const estimatedRows = `(
      select coalesce((c.reltuples * platform.live_share(c.oid))::bigint, s.row_count)
      from data.storages s
      join pg_class c on c.relname = coalesce(s.physical, s.relation)::name and c.relnamespace = 'data'::regnamespace
      where s.team_id = t.team_id and s.table_id = t.id
    )`;

/** Number of live rows of a table that shares its storage. */
const countedRows = `data.live_rows(t.team_id, t.id, ${ROW_COUNT_MAX})`;

/** Row count of a small table; null above the limit. `order by` makes PostgreSQL use the index. */
const fewRows = `(
      select nullif(count(*), ${COUNTED_MAX + 1}) from (
        select from only data.rows r
        where r.team_id = t.team_id and r.table_id = t.id and r.deleted_at is null
        order by r.id limit ${COUNTED_MAX + 1}
      ) counted
    )`;

/**
 * Row count that the keeper noted; before its first look, the count of the move, and null for a small table that
 * shares.
 */
const notedRows = `coalesce(
      (select k.total from data.row_counts k where k.team_id = t.team_id and k.table_id = t.id),
      (select s.row_count from data.storages s where s.team_id = t.team_id and s.table_id = t.id)
    )`;

/** One table as JSON, over alias `t`, without its columns. */
const members = (rowCount: string) => `'id', t.id, 'name', t.name, 'display_name', t.display_name,
    'description', t.description, 'icon', t.icon, 'system', t.is_system, 'row_count_estimate', ${rowCount},
    'created_at', ${instant("t.created_at")}, 'updated_at', ${instant("t.updated_at")},
    'created_by', json_build_object('type', t.created_by_type, 'id', t.created_by_id), 'version', t.version`;

/** The default of a column of alias `c` as it reads now (tables.merged-contacts). */
const shownDefault = `case c.type when 'contact' then to_jsonb(${contactOf("(c.default_value #>> '{}')::uuid", "c")})
      else c.default_value end`;

/** One column as JSON, over alias `c`. */
export const columnJson = `json_build_object('id', c.id, 'name', c.name, 'display_name', c.display_name, 'type', c.type,
    'required', c.is_required, 'unique', c.is_unique, 'default', ${shownDefault}, 'description', c.description,
    'options', c.options - '{formula,relation}'::text[], 'formula', c.options -> 'formula',
    'relation', c.options -> 'relation', 'position', c.position, 'created_at', ${instant("c.created_at")},
    'updated_at', ${instant("c.updated_at")}, 'version', c.version)`;

const columnsOf = (column: string) => `coalesce((
      select json_agg(${column} order by c.position, c.id)
      from data.columns c
      where c.team_id = t.team_id and c.table_id = t.id
    ), '[]')`;

/** A table in a list, of which many may be large: what the keeper noted is not counted again (tables.row-count). */
export const tableJson = `json_build_object(${members(`coalesce(${notedRows}, ${fewRows}, ${countedRows})`)})`;

/** SQL for the live rows of the table of alias `t`, where it is read by itself (tables.row-count). */
export const ownRowCount = `coalesce(${estimatedRows}, ${countedRows})`;

const tableWithColumnsJson = `json_build_object(${members(ownRowCount)}, 'columns', ${columnsOf(columnJson)})`;

/** A table as one answer shows it. */
export interface TableRow extends Row {
  id: string;
  version: number;
  body: string;
}

/** The one spelling of a table's id or name; 404 for what can be neither. */
export function tableKey(table: string): string {
  if (isUuid(table)) return table.toLowerCase();
  if (isTableName(table)) return table;
  throw notFound();
}

function named(teamId: string, key: string, what: string, columns: string): Statement {
  const by = isUuid(key) ? "id" : "name";
  return {
    name: `${what}_by_${by}`,
    text: `select ${columns} from data.tables t where t.team_id = $1 and t.${by} = $2`,
    values: [teamId, key],
  };
}

/** Relation columns from whose cells the deletion of a row of this table takes its id. */
const clearedBy = `coalesce((
      select json_agg(json_build_object('table_id', c.table_id, 'name', c.name,
        'cardinality', c.options -> 'relation' ->> 'cardinality') order by c.id)
      from data.columns c
      where c.team_id = t.team_id and c.type = 'relation' and c.options -> 'relation' ->> 'table_id' = t.id::text
        and c.options -> 'relation' ->> 'on_target_delete' = 'clear'
    ), '[]')`;

/** Facts about a table that a deletion of its rows needs. */
export interface ClearingTable extends Row {
  id: string;
  version: number;
  clearedBy: readonly IncomingColumn[];
}

/** Finds the tables whose rows have links that a deletion clears. */
export async function findClearing(tx: TeamTx, tableIds: readonly string[]): Promise<ClearingTable[]> {
  const tables = await tx.query<ClearingTable>({
    name: "find_clearing_tables",
    text: `select t.id, t.schema_version as version, ${clearedBy} as "clearedBy"
      from data.tables t where t.team_id = $1 and t.id = any($2::uuid[]) order by t.id`,
    values: [tx.context.teamId, tableIds],
  });
  return tables.filter((table) => table.clearedBy.length > 0);
}

/** Names that deleted rows hold cells of as they were before columns changed. */
const setAside = `coalesce((
      select json_agg(json_build_object('name', s.name, 'until', s.until) order by s.until, s.name)
      from (
        select a.name, max(a.until) as until from data.set_aside a
        where a.team_id = t.team_id and a.table_id = t.id and a.row_id is null group by a.name
      ) s
    ), '[]')`;

/** Name of its own physical table; null while its rows are in the shared one. */
const relation = "(select s.relation from data.storages s where s.team_id = t.team_id and s.table_id = t.id)";

/** True once the team has merged a contact; the first merge says that what is remembered is out of date. */
const hasMerges = "exists (select from data.merged_contacts m where m.team_id = t.team_id)";

/** Reads the schema of a table that processes remember. */
export function findSchema(teamId: string, key: string): Statement {
  const column =
    "json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'required', c.is_required, 'unique', c.is_unique, 'default', c.default_value, 'options', c.options)";
  return named(
    teamId,
    key,
    "find_schema",
    `t.id, t.name, t.is_system, t.schema_version, ${columnsOf(column)} as columns, ${clearedBy} as cleared_by, ${setAside} as set_aside, ${hasMerges} as has_merges, ${relation} as relation`,
  );
}

/** A table as its rows are searched. */
export interface SearchedRow extends Row {
  schema_version: number;
  columns: Pick<ColumnSchema, "name" | "type" | "options">[];
  relation: string | null;
}

/** Reads the schema of a table whose rows are searched: fewer members than for a write, and read often. */
export function findSearched(teamId: string, tableId: string): Statement {
  const column = "json_build_object('name', c.name, 'type', c.type, 'options', c.options)";
  const members = `t.schema_version, ${columnsOf(column)} as columns, ${relation} as relation`;
  return named(teamId, tableId, "find_searched", members);
}

/** One table with its columns. */
export function findTable(teamId: string, key: string): Statement {
  return named(teamId, key, "find_table", `t.id, t.version, ${tableWithColumnsJson}::text as body`);
}

/** The id of the table that has a name. */
export function findTableId(teamId: string, name: string): Statement {
  return named(teamId, name, "find_table_id", "t.id");
}

/** Tables of one team (limits.tables). */
export const TABLES_MAX = 500;

/** Makes the creation of a team's tables wait for each other, so that their number is certain. */
export async function lockTables(tx: TeamTx): Promise<void> {
  await tx.query({
    name: "lock_tables",
    text: "select pg_advisory_xact_lock(hashtextextended('data.tables ' || $1, 0))",
    values: [tx.context.teamId],
  });
}

/** Finds the names of the team's tables. */
export function findCalled(teamId: string): Statement {
  return {
    name: "find_called_tables",
    text: "select t.id, t.name, t.display_name from data.tables t where t.team_id = $1",
    values: [teamId],
  };
}

/** A table on its way into the database. */
export interface TableDraft {
  name: string;
  display_name: string;
  description: string | null;
  icon: string | null;
  is_system: boolean;
  columns: readonly ColumnDraft[];
}

/**
 * Stores a table with its columns and answers its id; nothing and undefined when the team has `tablesMax` of its own
 * already.
 */
export async function insertTable(
  tx: TeamTx,
  draft: TableDraft,
  tablesMax: number,
): Promise<string | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const [row] = await tx.query<{ id: string }>({
    name: "insert_table",
    text: `with made as (
        insert into data.tables (team_id, name, display_name, description, icon, is_system, created_by_type, created_by_id)
        select $1, $2, $3, $4, $5, $6::boolean, $7, $8
        where (select count(*) from data.tables t where t.team_id = $1 and not t.is_system) < $9
        returning id
      ), made_columns as (
        insert into data.columns (team_id, table_id, name, display_name, type, is_required, is_unique, default_value,
                                  description, options, position)
        select $1, made.id, c.name, c.display_name, c.type, c.is_required, c.is_unique, c.default_value,
               c.description, c.options, c.position
        from made, jsonb_to_recordset($10::jsonb) as c (name text, display_name text, type text, is_required boolean,
          is_unique boolean, default_value jsonb, description text, options jsonb, position integer)
      )
      select id from made`,
    values: [
      teamId,
      draft.name,
      draft.display_name,
      draft.description,
      draft.icon,
      draft.is_system,
      actorType,
      actorId === "" ? null : actorId,
      tablesMax,
      JSON.stringify(draft.columns),
    ],
  });
  return row?.id;
}
