import { instant, type Row, type Statement, type TeamTx } from "@jst/db";
import { Params } from "@jst/query";
import { areCurrent, tablesOf } from "./expand.ts";
import { preparedIn } from "../storage/places.ts";
import type { TableSchema } from "../schema/schema.ts";
import { StaleSchema } from "../schema/with-table.ts";
import type { CellChanges } from "../cells/cells.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { rowJson, wholeData } from "./row-json.ts";
import { formulasShown, type RowShape, shownRow } from "./shown-row.ts";
import { shownRows } from "./shown-rows.ts";

/**
 * A soft-deleted row can be restored for 30 days (tables.restore), counted in hours: a day of the zone may be longer.
 */
const restoreWindow = "interval '720 hours'";

/** A row as one answer shows it: JSON, as text, or as its bytes where it is only passed through. */
export interface RowAnswer<Body extends string | Buffer = string> extends Row {
  id: string;
  version: number;
  body: Body;
}

/** A row that was looked for: its id is null when there is none. */
export type FoundRow<R extends RowAnswer<string | Buffer> = RowAnswer> = (R | { id: null }) & {
  /** Version of the table's columns; if it differs from the remembered one, the row may have moved. */
  schema_version: number;
};

/** A row that was written, with the size of its cells. */
export interface WrittenRow extends RowAnswer {
  bytes: number;
}

/** SQL for the size of a row's cells. */
export const cellBytes = "octet_length(r.data::text)";

/** Builds the reply for a written row; the placeholder is the table's blank row. */
export const written = (schema: TableSchema, blank: string) =>
  `r.id, r.version, ${cellBytes} as bytes, ${rowJson(wholeData(schema, blank))} as body`;

/**
 * A statement whose text is the same for every table is prepared under its name; columns read from the row and a
 * physical table of its own make it differ.
 */
export const prepared = (name: string, schema: TableSchema) =>
  schema.rowColumns === "" ? preparedIn(schema.storage, name) : {};

/**
 * True when the table has the columns the caller relied on, and keeps them until the transaction ends (migration 0004).
 */
export const isCurrent = (version: string) => `data.holds_columns($1, $2, ${version})`;

/** A row as it is answered by itself. */
export interface ShownRow extends RowAnswer<Buffer> {
  /**
   * Whether the reply may differ from an earlier one of the same version: its table has changed since it was written,
   * or a target has been merged.
   */
  is_older: boolean;
}

/** The place of the row's id among the values of findRow. */
const ROW_PLACE = 2;

/**
 * Statements of findRow for a whole row, by table: building the text and finding it among the prepared ones took 3 us.
 */
const wholeRows = new WeakMap<TableSchema, Statement>();

/**
 * One row, deleted or not, and the version of its table's columns, which decides whether it was looked for in the right
 * place; the version is null when the columns of an expanded table have moved.
 */
export function findRow(
  teamId: string,
  schema: TableSchema,
  rowId: string,
  shape: Omit<RowShape, "tail">,
): Statement {
  const { fields, computed, expansions = [] } = shape;
  if (fields !== undefined || computed === true || expansions.length > 0)
    return findRowStatement(teamId, schema, rowId, shape);
  const known = wholeRows.get(schema) ?? findRowStatement(teamId, schema, rowId, {});
  wholeRows.set(schema, known);
  return { ...known, values: known.values.with(ROW_PLACE, rowId) };
}

function findRowStatement(teamId: string, schema: TableSchema, rowId: string, shape: RowShape): Statement {
  const { expansions = [] } = shape;
  const params = new Params();
  const place = (id: string) => params.add(id, "uuid");
  const [team, table, row] = [place(teamId), place(schema.id), place(rowId)];
  const text = `select r.id, r.version, ${shownRow(schema, shape, params)} as body,
        case when ${areCurrent(tablesOf(expansions), team, params)} then t.schema_version end as schema_version,
        ${schema.aliased.length > 0 ? "true" : "t.updated_at > r.updated_at"} as is_older
      from data.tables t
      left join ${shownRows(schema)} on r.team_id = ${team} and r.table_id = ${table} and r.id = ${row}
      where t.team_id = ${team} and t.id = ${table}`;
  const name = shape.computed === true ? "find_row_computed" : "find_row";
  // Inputs of formulas are in the text.
  const isFixed =
    shape.fields === undefined && expansions.length === 0 && formulasShown(schema, shape) === undefined;
  return {
    text,
    values: params.values,
    bytes: "body",
    ...(isFixed && schema.setAside.length === 0 ? prepared(name, schema) : {}),
  };
}

/**
 * The longest cells, in bytes of JSON, of a row that cannot be too large: stored, a number may take sixty times as
 * many.
 */
const SMALL_CELLS_BYTES = ROW_BYTES_MAX / 64;

/** True for cells, as JSON, whose stored size need not be looked at. */
export const areSmall = (cells: string) => Buffer.byteLength(cells) <= SMALL_CELLS_BYTES;

/** Condition that a change must meet. */
export interface RowTarget {
  schema: TableSchema;
  rowId: string;
  /** From If-Match. */
  version: number | undefined;
}

const isTarget = "r.team_id = $1 and r.table_id = $2 and r.id = $3";
/** SQL that holds for the row of a target in the expected version. */
export const isExpected = `${isTarget} and ($4::bigint is null or r.version = $4)`;

/** SQL that holds for a deleted row within its window. */
export const isRestorable = `r.deleted_at > now() - ${restoreWindow}`;

/** The parameters of both. */
export function targetValues(tx: TeamTx, { schema, rowId, version }: RowTarget): unknown[] {
  return [tx.context.teamId, schema.id, rowId, version ?? null];
}

/**
 * The cells of these names in an active row, which no one else changes until the transaction ends; undefined when it
 * cannot.
 */
export async function lockCells(
  tx: TeamTx,
  target: RowTarget,
  names: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  const [row] = await tx.query<{ cells: Record<string, unknown> }>({
    ...prepared("lock_cells", target.schema),
    text: `select (select jsonb_object_agg(f, r.data -> f) from unnest($5::text[]) f) as cells
      from ${target.schema.storage.rows} r
      where ${isExpected} and r.deleted_at is null and ${isCurrent("$6")}
      for update`,
    values: [...targetValues(tx, target), names, target.schema.version],
  });
  return row?.cells;
}

/**
 * SQL for a row's cells after the changes at these two places. A cell stays as it is stored where the change names what
 * it stands for.
 */
export function mergedData({ aliased }: TableSchema, set: string, cleared: string): string {
  const same = aliased.map(
    ({ name, shown }) => `case when ${set}::jsonb -> '${name}' = (${shown}) then '${name}' end`,
  );
  const changed =
    same.length === 0 ? `${set}::jsonb` : `(${set}::jsonb - array_remove(array[${same.join(", ")}], null))`;
  return `((r.data || ${changed}) - ${cleared}::text[])`;
}

/**
 * Merges cells over an active row as it is now, so concurrent changes of other cells stay; undefined when it cannot, or
 * when nothing would change.
 */
export async function mergeRow(
  tx: TeamTx,
  target: RowTarget,
  changes: CellChanges,
): Promise<WrittenRow | undefined> {
  const { schema } = target;
  const [row] = await tx.query<WrittenRow>({
    ...prepared("merge_row", schema),
    text: `update ${schema.storage.rows} r
      set data = ${mergedData(schema, "$5", "$6")}, version = r.version + 1, updated_at = now(),
        updated_by_type = $9, updated_by_id = $10
      where ${isExpected} and r.deleted_at is null and ${mergedData(schema, "$5", "$6")} <> r.data and ${isCurrent("$7")}
      returning ${written(schema, "$8::jsonb")}`,
    values: [
      ...targetValues(tx, target),
      JSON.stringify(changes.set),
      changes.cleared,
      schema.version,
      schema.blank,
      tx.context.actorType,
      tx.context.actorId,
    ],
  });
  return row;
}

/** SQL for what DELETE answers of a deleted row `r`. */
export const deletedJson = `json_build_object('id', r.id, 'deleted_at', ${instant("r.deleted_at")},
        'restorable_until', ${instant(`(r.deleted_at + ${restoreWindow})`)})::text`;

/** A row a change did not apply to. */
export interface RowState extends RowAnswer {
  /** Reply of DELETE; null for an active row. */
  deleted: string | null;
  /** True when it was deleted too long ago to be restored. */
  is_gone: boolean;
  /** True when the changes would leave its cells as they are. */
  is_same: boolean;
}

/**
 * The row as it is, after a change did not apply; undefined when there is none. Throws StaleSchema when the columns of
 * the table have moved, or its rows, so that the change may have looked in the wrong place.
 */
export async function findRowState(
  tx: TeamTx,
  { schema, rowId }: RowTarget,
  changes: CellChanges = { set: {}, cleared: [] },
): Promise<RowState | undefined> {
  const [found] = await tx.query<FoundRow<RowState>>({
    ...prepared("find_row_state", schema),
    text: `select r.id, r.version, ${rowJson(wholeData(schema, "$4::jsonb"))} as body,
        case when r.deleted_at is not null then ${deletedJson} end as deleted,
        r.deleted_at <= now() - ${restoreWindow} as is_gone,
        ${mergedData(schema, "$5", "$6")} = r.data as is_same, t.schema_version
      from data.tables t
      left join ${schema.storage.rows} r on ${isTarget}
      where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, schema.id, rowId, schema.blank, JSON.stringify(changes.set), changes.cleared],
  });
  if (found?.schema_version !== schema.version) throw new StaleSchema();
  return found.id === null ? undefined : found;
}
