import type { TeamTx } from "@jst/db";
import type { TableSchema } from "../schema/schema.ts";
import { requireRowBytes } from "../types/row-bytes.ts";
import { areSmall, cellBytes, isCurrent, prepared, type WrittenRow } from "./queries.ts";
import { newRowFrame, newRowJson, wholeData } from "./row-json.ts";

/**
 * Builds the reply for an inserted row. The placeholders are the table's blank row and the two texts of newRowFrame;
 * `bytes` is SQL for the size of its cells.
 */
export const made = (schema: TableSchema, blank: string, frame: [string, string], bytes: string) =>
  `r.id, r.version, ${bytes} as bytes, ${newRowJson(wholeData(schema, blank), frame)} as body`;

/** Statements of insertRow for small cells, by table; as in findRow, the text is built once. */
const smallInserts = new WeakMap<TableSchema, InsertText>();

interface InsertText {
  name?: string;
  text: string;
}

function smallInsert(schema: TableSchema): InsertText {
  const known = smallInserts.get(schema) ?? insertText(schema, "insert_small_row", "0");
  smallInserts.set(schema, known);
  return known;
}

function insertText(schema: TableSchema, name: string, bytes: string, hasId = false): InsertText {
  const [column, value] = hasId ? ["id, ", "$10::uuid, "] : ["", ""];
  // The platform itself is the maker of a row whose id it gives.
  const maker = hasId ? "nullif($5, '')" : "$5";
  return {
    ...prepared(name, schema),
    text: `insert into ${schema.storage.relation} as r (team_id, table_id, ${column}data, created_by_type, created_by_id)
      select $1, $2::uuid, ${value}$3::jsonb, $4, ${maker}
      where ${isCurrent("$6")}
      returning ${made(schema, "$7::jsonb", ["$8", "$9"], bytes)}`,
  };
}

/**
 * Stores a row as the last thing of its transaction, or refuses cells that are too large; undefined when the schema is
 * out of date. The row has the id, where one is given.
 */
export async function insertRow(
  tx: TeamTx,
  schema: TableSchema,
  cells: string,
  id?: string,
): Promise<WrittenRow | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const isSmall = id === undefined && areSmall(cells);
  const large = () =>
    id === undefined
      ? insertText(schema, "insert_row", cellBytes)
      : insertText(schema, "insert_row_as", cellBytes, true);
  const statement = {
    ...(isSmall ? smallInsert(schema) : large()),
    values: [
      teamId,
      schema.id,
      cells,
      actorType,
      actorId,
      schema.version,
      schema.blank,
      ...newRowFrame(schema.id, tx.context),
      ...(id === undefined ? [] : [id]),
    ],
  };
  if (isSmall) return (await tx.last<WrittenRow>(statement))[0];
  const [row] = await tx.query<WrittenRow>(statement);
  if (row !== undefined) requireRowBytes(row.bytes);
  return row;
}

/**
 * Takes the next `count` numbers of each numbered column, in one order for everybody, and answers the last ones;
 * undefined when the schema is out of date. The numbers are given back when the transaction fails.
 */
export async function takeNumbers(
  tx: TeamTx,
  schema: TableSchema,
  count = 1,
): Promise<Record<string, number> | undefined> {
  const ids = schema.numbered.map((column) => column.id);
  const rows = await tx.query<{ column_id: string; value: number }>({
    name: "take_numbers",
    text: `insert into data.counters as k (team_id, column_id, value)
      select $1, n.id, $5::bigint from unnest($4::uuid[]) n (id)
      where ${isCurrent("$3")}
      order by n.id
      on conflict (team_id, column_id) do update set value = k.value + $5::bigint
      returning k.column_id, k.value::float8 as value`,
    values: [tx.context.teamId, schema.id, schema.version, ids, count],
  });
  if (rows.length === 0) return undefined;
  const numbers = new Map(rows.map((row) => [row.column_id, row.value]));
  return Object.fromEntries(schema.numbered.map(({ id, name }) => [name, numbers.get(id) ?? 0]));
}
