import type { Row, Statement, TeamTx } from "@jst/db";
import { Params } from "@jst/query";
import { timestampSql } from "../json-sql.ts";
import type { TableSchema } from "../tables/schema.ts";
import type { CellChanges } from "./cells.ts";
import { rowJson, type RowShape, shownRow, wholeData } from "./row-json.ts";

/** A soft-deleted row can be restored for 30 days (specification 8), counted in hours: a day of the zone may be longer. */
const restoreWindow = "interval '720 hours'";

/** A row as one answer shows it. */
export interface RowAnswer extends Row {
  id: string;
  version: number;
  body: string;
}

/** A row that was written, with the size of its cells. */
export interface WrittenRow extends RowAnswer {
  bytes: number;
}

/** What a written row answers; the place holder is the table's blank row. */
const written = (blank: string) =>
  `r.id, r.version, octet_length(r.data::text) as bytes, ${rowJson(wholeData(blank))} as body`;

/** True while the table has the columns the caller relied on. */
const isCurrent = (version: string) =>
  `exists (select from data.tables t where t.team_id = $1 and t.id = $2 and t.schema_version = ${version})`;

/** One row, deleted or not, and the version of its table's columns. */
export function findRow(teamId: string, schema: TableSchema, rowId: string, shape: RowShape): Statement {
  const params = new Params();
  const [team, table, row] = [teamId, schema.id, rowId].map((id) => params.add(id, "uuid"));
  const text = `select r.id, r.version, ${shownRow(schema, shape, params)} as body, (
        select t.schema_version from data.tables t where t.team_id = ${team} and t.id = ${table}
      ) as schema_version
      from data.rows r
      where r.team_id = ${team} and r.table_id = ${table} and r.id = ${row}`;
  const name = shape.computed === true ? "find_row_computed" : "find_row";
  return { text, values: params.values, ...(shape.fields === undefined ? { name } : {}) };
}

/** Stores a row; undefined when the schema is out of date. */
export async function insertRow(
  tx: TeamTx,
  schema: TableSchema,
  cells: string,
): Promise<WrittenRow | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const [row] = await tx.query<WrittenRow>({
    name: "insert_row",
    text: `insert into data.rows as r (team_id, table_id, data, created_by_type, created_by_id)
      select $1, $2::uuid, $3::jsonb, $4, $5
      where ${isCurrent("$6")}
      returning ${written("$7::jsonb")}`,
    values: [teamId, schema.id, cells, actorType, actorId, schema.version, schema.blank],
  });
  return row;
}

/** What a change must find. */
export interface RowTarget {
  schema: TableSchema;
  rowId: string;
  /** From If-Match. */
  version: number | undefined;
}

const isTarget = "r.team_id = $1 and r.table_id = $2 and r.id = $3";
const isExpected = `${isTarget} and ($4::integer is null or r.version = $4)`;

function targetValues(tx: TeamTx, { schema, rowId, version }: RowTarget): unknown[] {
  return [tx.context.teamId, schema.id, rowId, version ?? null];
}

/** Merges cells over an active row as it is now, so concurrent changes of other cells stay; undefined when it cannot. */
export async function mergeRow(
  tx: TeamTx,
  target: RowTarget,
  changes: CellChanges,
): Promise<WrittenRow | undefined> {
  const { schema } = target;
  const [row] = await tx.query<WrittenRow>({
    name: "merge_row",
    text: `update data.rows r
      set data = (r.data || $5::jsonb) - $6::text[], version = r.version + 1, updated_at = now()
      where ${isExpected} and r.deleted_at is null and ${isCurrent("$7")}
      returning ${written("$8::jsonb")}`,
    values: [
      ...targetValues(tx, target),
      JSON.stringify(changes.set),
      changes.cleared,
      schema.version,
      schema.blank,
    ],
  });
  return row;
}

/** Makes a deleted row active again within its window; undefined when it cannot. */
export async function restoreRow(tx: TeamTx, target: RowTarget): Promise<WrittenRow | undefined> {
  const [row] = await tx.query<WrittenRow>({
    name: "restore_row",
    text: `update data.rows r
      set deleted_at = null, version = r.version + 1
      where ${isExpected} and r.deleted_at > now() - ${restoreWindow}
      returning ${written("$5::jsonb")}`,
    values: [...targetValues(tx, target), target.schema.blank],
  });
  return row;
}

const deletedJson = `json_build_object('id', r.id, 'deleted_at', ${timestampSql("r.deleted_at")},
        'restorable_until', ${timestampSql(`(r.deleted_at + ${restoreWindow})`)})::text`;

/** Deletes an active row softly and answers when and until when it can be restored; undefined when it cannot. */
export async function softDeleteRow(tx: TeamTx, target: RowTarget): Promise<{ body: string } | undefined> {
  const [row] = await tx.query<{ body: string }>({
    name: "soft_delete_row",
    text: `update data.rows r
      set deleted_at = now(), version = r.version + 1
      where ${isExpected} and r.deleted_at is null
      returning ${deletedJson} as body`,
    values: targetValues(tx, target),
  });
  return row;
}

/** A row a change did not apply to. */
export interface RowState extends RowAnswer {
  /** What DELETE answers; null for an active row. */
  deleted: string | null;
  /** Of the table's columns. */
  schema_version: number;
}

/** The row as it is, after a change did not apply; undefined when there is none. */
export async function findRowState(tx: TeamTx, { schema, rowId }: RowTarget): Promise<RowState | undefined> {
  const [row] = await tx.query<RowState>({
    name: "find_row_state",
    text: `select r.id, r.version, ${rowJson(wholeData("$4::jsonb"))} as body,
        case when r.deleted_at is not null then ${deletedJson} end as deleted,
        (select t.schema_version from data.tables t where t.team_id = $1 and t.id = $2) as schema_version
      from data.rows r
      where ${isTarget}`,
    values: [tx.context.teamId, schema.id, rowId, schema.blank],
  });
  return row;
}
