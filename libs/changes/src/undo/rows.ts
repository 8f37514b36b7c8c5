import type { TeamTx } from "@jst/db";
import type { Image } from "../changes.ts";
import type { Resource } from "../resource.ts";
import type { NetChange } from "./net-changes.ts";
import type { Step } from "./plan.ts";

interface RowsOfTable {
  table: string;
  rows: Image[];
}

/** Groups the rows by their tables, in one order for every transaction. */
async function byTable(tx: TeamTx, resource: Resource, rows: readonly Image[]): Promise<RowsOfTable[]> {
  const tables = await resource.undo?.tablesOf?.(tx, resource.table, rows);
  const groups = Map.groupBy(
    rows.map((row, place) => ({ row, table: tables?.[place] ?? resource.table })),
    ({ table }) => table,
  );
  return [...groups.keys()]
    .sort()
    .map((table) => ({ table, rows: (groups.get(table) ?? []).map(({ row }) => row) }));
}

/** Table and column names are the service's own declarations, never input. */
const keyOf = ({ images }: Resource) =>
  (images?.key ?? ["id"]).map((column) => `t.${column} = p.${column}`).join(" and ");

/** Rows of the statement's second parameter, in the types of the table. */
const given = ({ table }: Resource) => `jsonb_populate_recordset(null::${table}, $2) p`;

/**
 * Reads the rows as they are and keeps others from changing them; in one order, so that two undos cannot block each
 * other.
 */
export async function lockRows(
  tx: TeamTx,
  resource: Resource,
  changes: readonly NetChange[],
): Promise<Image[]> {
  const images = changes.map(({ before, after }) => before ?? after ?? {});
  const current: Image[] = [];
  for (const { table, rows } of await byTable(tx, resource, images)) {
    const found = await tx.query<{ image: Image }>({
      text: `select to_jsonb(t) as image from ${given(resource)}
        join only ${table} t on t.team_id = $1 and ${keyOf(resource)}
        order by t.id for update of t`,
      values: [tx.context.teamId, JSON.stringify(rows)],
    });
    current.push(...found.map(({ image }) => image));
  }
  return current;
}

/** Takes back rows that need the same kind of step. */
export async function takeBack(
  tx: TeamTx,
  resource: Resource,
  kind: Exclude<Step["kind"], "erase">,
  rows: readonly Image[],
  columns: readonly string[],
): Promise<void> {
  const { teamId, actorType, actorId } = tx.context;
  for (const { table, rows: own } of await byTable(tx, resource, rows)) {
    const text = statementOf({ ...resource, table }, kind, own[0] ?? {}, columns);
    const actor = text.includes("$4") ? [actorType, actorId] : [];
    await tx.query({ text, values: [teamId, JSON.stringify(own), ...actor] });
  }
}

function statementOf(
  resource: Resource,
  kind: Exclude<Step["kind"], "erase">,
  sample: Image,
  columns: readonly string[],
): string {
  const { table } = resource;
  const where = `t.team_id = $1 and ${keyOf(resource)}`;
  if (kind === "insert") {
    const all = Object.keys(sample)
      .map((column) => `"${column}"`)
      .join(", ");
    return `insert into ${table} (${all}) select ${all} from ${given(resource)} where p.team_id = $1`;
  }
  if (kind === "update") {
    const sets = [...columns.map((column) => setOf(resource, column)), ...movesOf(sample, columns)];
    return `update only ${table} t set ${sets.join(", ")} from ${given(resource)} where ${where}`;
  }
  const end = endOf(resource);
  if (end === undefined) return `delete from only ${table} t using ${given(resource)} where ${where}`;
  const sets = [`${end.column} = ${end.sql}`, ...movesOf(sample, [end.column])];
  return `update only ${table} t set ${sets.join(", ")} from ${given(resource)} where ${where}`;
}

/** Returns the column and value that end a row which is not removed; the service declares the value. */
function endOf({ deletedAt, ended }: Resource): { column: string; sql: string } | undefined {
  if (ended !== undefined) return { column: ended.column, sql: `'${ended.value}'` };
  return deletedAt === undefined ? undefined : { column: deletedAt, sql: "clock_timestamp()" };
}

/**
 * Builds the assignment of a column. A keyed column keeps the members that are not undone; null stands for an absent
 * one.
 */
function setOf({ images }: Resource, column: string): string {
  const name = `"${column}"`;
  if (images?.keyed?.includes(column) !== true) return `${name} = p.${name}`;
  const absent = `array(select m.key from jsonb_each(p.${name}) m where m.value = 'null')`;
  return `${name} = (t.${name} || p.${name}) - ${absent}`;
}

/**
 * Lists the columns that every write changes. A deletion and a restore with deleted_at leave updated_at alone
 * (tables.delete-row), also if cells change with it.
 */
function movesOf(sample: Image, columns: readonly string[]): string[] {
  const isDeletion = columns.includes("deleted_at");
  return [
    ...("version" in sample ? ["version = t.version + 1"] : []),
    ...("updated_at" in sample && !isDeletion ? ["updated_at = clock_timestamp()"] : []),
    ...("updated_by_type" in sample && !isDeletion ? ["updated_by_type = $3", "updated_by_id = $4"] : []),
  ];
}
