import { instant, type Statement } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import {
  fieldsOf,
  type KeyValues,
  type ListRow,
  listStatement,
  pageJson,
  type PageSize,
  Params,
  parseLimit,
  parseSort,
  readPage,
  type Sort,
} from "@jst/query";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { StaleSchema, readTable } from "../engine/schema/with-table.ts";

/** Ids follow the clock, so they are the order of the entries (migration 0010). */
const fields = fieldsOf({ name: "id", kind: "uuid", sql: "s.id", notNull: true });

/** SQL for one entry, over `s` and its column `c`: the column's name is that of today. */
const entryJson = `json_build_object('id', s.id, 'row_id', s.row_id, 'table_id', s.table_id, 'field', c.name,
    'from', s.from_state, 'to', s.to_state, 'changed_at', ${instant("s.changed_at")},
    'changed_by', json_build_object('type', s.actor_type, 'id', s.actor_id), 'changeset_id', 'data_' || s.changeset_id)`;

interface HistoryPage extends ListRow {
  schema_version: number | null;
  is_known: boolean;
}

/** Lists the states of a row, newest first, without entries of columns that are no longer state columns. */
export const listHistory: Handler<"ListHistory"> = ({ path, query }, call) =>
  readTable(call, path.table_id, async (schema, call) => {
    if (query.field !== undefined) requireState(schema, query.field);
    const { cursors } = call.deps;
    const teamId = call.caller.team_id;
    const sort = parseSort(undefined, fields, "id:desc");
    const route = `data.v1.Rows/ListHistory:${schema.id}:${path.row_id.toLowerCase()}`;
    const scope = { teamId, route, sort: sort.text, filter: query.field ?? "" };
    const after =
      query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
    const limit = parseLimit(query.limit);
    if (!isUuid(path.row_id)) throw notFound();
    const asked = { teamId, schema, rowId: path.row_id, field: query.field, sort, after };
    const page = await readPage({ limit }, (size) => call.read<HistoryPage>(statementOf(asked, size)));
    if (page.schema_version !== schema.version) throw new StaleSchema();
    if (!page.is_known) throw notFound();
    return { body: pageJson("history", page, { codec: cursors, scope }) };
  });

interface AskedHistory {
  teamId: string;
  schema: TableSchema;
  rowId: string;
  field: string | undefined;
  sort: Sort;
  after: KeyValues | undefined;
}

function statementOf({ teamId, schema, rowId, field, sort, after }: AskedHistory, size: PageSize): Statement {
  const params = new Params();
  const [team, table, row] = [teamId, schema.id, rowId].map((id) => params.add(id, "uuid"));
  const where = [`s.team_id = ${team}`, `s.table_id = ${table}`, `s.row_id = ${row}`];
  if (field !== undefined) where.push(`c.name = ${params.add(field, "text")}`);
  return listStatement(
    {
      from: `data.row_states s
    join data.columns c on c.team_id = s.team_id and c.id = s.column_id and c.type = 'state'`,
      where,
      item: entryJson,
      sort,
      size,
      after,
      extra: {
        schema_version: `(select t.schema_version from data.tables t where t.team_id = ${team} and t.id = ${table})`,
        is_known: `exists (select from ${schema.storage.rows} r where r.team_id = ${team} and r.table_id = ${table} and r.id = ${row})`,
      },
    },
    params,
  );
}

function requireState(schema: TableSchema, field: string): void {
  if (schema.columns.get(field)?.type === "state") return;
  const message = "The table does not have a state column with this name. Read the table to see its columns.";
  throw new AppError("invalid_parameter", `field must be a state column. ${message}`, {
    errors: [{ field: "field", code: "invalid_parameter", message }],
  });
}
