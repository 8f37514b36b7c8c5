import type { DeclaredFacts, Member } from "./declaration.ts";

/** A timestamp as the API writes it: RFC 3339, UTC, milliseconds, `Z`; null stays null. */
export function instant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A name as SQL has it, also when it is a word of SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** What the SQL of a resource is made of. */
export interface Parts {
  table: string;
  members: readonly Member[];
  /** Columns that no caller sees and the service keeps besides the members. */
  hidden: readonly string[];
  isArchived: boolean;
  isDeleted: boolean;
  /** SQL of members that are no column of their own, over the row `t`. */
  shown: Readonly<Record<string, string>>;
}

/** The text of every statement that a resource runs; `t` is the row. */
export interface Texts {
  /** The one representation of the resource, an expression of type json. */
  json: string;
  find: string;
  findMany: string;
  lock: string;
  insert: string;
  update: string;
  archive: string;
  delete: string;
}

/** Writes the statements of a resource whose table has the columns of every resource (see README). */
export function textsOf(parts: Parts): Texts {
  const { table, hidden, isArchived, isDeleted } = parts;
  const json = jsonOf(parts);
  const columns = [...writable(parts), ...hidden];
  const list = columns.map(quoted).join(", ");
  const values = columns.map((name) => `v.${quoted(name)}`).join(", ");
  const reply = `t.id, t.version, ${json}::text as body`;
  const live = isDeleted ? " and t.deleted_at is null" : "";
  const one = `where t.team_id = $1 and t.id = $2${live}`;
  const hiddenJson =
    hidden.length === 0 ? "" : `, (select row_to_json(h) from (select ${named("t", hidden)}) h) as hidden`;
  return {
    json,
    find: `select ${reply}\nfrom ${table} t\n${one}`,
    findMany: `select ${reply}\nfrom ${table} t\nwhere t.team_id = $1 and t.id = any($2::uuid[])${live}\norder by t.id`,
    // A row that refers to this one may be stored meanwhile.
    lock: `select ${json} as item${hiddenJson}\nfrom ${table} t\n${one}\nfor no key update`,
    insert: `insert into ${table} as t (team_id, id, ${list}, created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), ${values}, $3, $4
from jsonb_populate_record(null::${table}, $2::jsonb) v
returning ${reply}`,
    // Its time is the clock's, not the transaction's start: that may lie before the write it waited for.
    update: `update ${table} t
set (${list}) = (select ${values} from jsonb_populate_record(null::${table}, $3::jsonb) v),
  ${isArchived ? "archived_at = case when $4 then t.archived_at end,\n  " : ""}updated_at = clock_timestamp(),
  version = t.version + 1
${one}
returning ${reply}`,
    archive: endText(table, reply, "archived_at"),
    delete: endText(table, reply, "deleted_at"),
  };
}

/**
 * Archives or deletes a live row that has the given version (any when null). The row is locked by a select first: an
 * update takes its transaction's id before it waits for the row, and its event would overtake those of whoever had the
 * row before (events.relay).
 */
function endText(table: string, reply: string, column: "archived_at" | "deleted_at"): string {
  return `with held as materialized (
  select h.team_id, h.id from ${table} h where h.team_id = $1 and h.id = $2 for no key update
)
update ${table} t
set ${column} = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.${column} is null
  and t.version = coalesce($3::bigint, t.version)
returning ${reply}, ${instant(`t.${column}`)} as ${column}`;
}

function jsonOf({ members, isArchived, shown }: Parts): string {
  const own = members.map((member) => {
    const sql = shown[member.name];
    if (sql !== undefined) return `${sql} as ${quoted(member.name)}`;
    return member.kind === "datetime" ? time(member.name) : `t.${quoted(member.name)}`;
  });
  const times = [...(isArchived ? ["archived_at"] : []), "created_at", "updated_at"].map(time);
  const actor = "json_build_object('type', t.created_by_type, 'id', t.created_by_id) as created_by";
  const columns = ["t.id", ...own, ...times, actor, "t.version"];
  return `(select row_to_json(r) from (select\n  ${columns.join(",\n  ")}\n) r)`;
}

function time(name: string): string {
  return `${instant(`t.${quoted(name)}`)} as ${quoted(name)}`;
}

function named(alias: string, names: readonly string[]): string {
  return names.map((name) => `${alias}.${quoted(name)}`).join(", ");
}

function writable({ members }: Parts): string[] {
  return members.filter(({ isWritable }) => isWritable === true).map(({ name }) => name);
}

/** The parts that a declaration and what a service says besides make up. */
export function partsOf(
  { table, members, isArchived, isDeleted }: DeclaredFacts,
  {
    hidden = [],
    shown = {},
  }: { hidden?: readonly string[] | undefined; shown?: Record<string, string> | undefined },
): Parts {
  return { table, members, isArchived, isDeleted, hidden, shown };
}
