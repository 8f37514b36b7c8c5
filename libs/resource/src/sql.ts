import { instant } from "@jst/db";
import type { DeclaredFacts, Member } from "./declaration.ts";

/** The hidden column of a resource with revisions: names of the members that its create gave. */
export const GIVEN = "given_members";

/** A name as SQL has it, also when it is a word of SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** Parts of the SQL of a resource. */
export interface Parts {
  table: string;
  members: readonly Member[];
  /** Columns that no caller sees and the service keeps besides the members. */
  hidden: readonly string[];
  isArchived: boolean;
  isDeleted: boolean;
  isRestorable: boolean;
  /** Member by which a path may name one besides its id. */
  slug: string | undefined;
  /** SQL of members that do not have a column, over the row `t`. */
  shown: Readonly<Record<string, string>>;
}

/** The text of every statement that a resource runs; `t` is the row. */
export interface Texts {
  /** The one representation of the resource, an expression of type json. */
  json: string;
  find: string;
  /** Statement for a resource that a path may name by its slug: by either, returning the id alone. */
  findNamed?: string;
  findId?: string;
  /** Statement for a resource that can be restored. */
  findDeleted?: string;
  findMany: string;
  lock: string;
  insert: string;
  update: string;
  archive: string;
  delete: string;
}

/** How long a deleted one can be restored. */
const RESTORE_WINDOW = "interval '30 days'";

/** Writes the statements of a resource whose table has the columns of every resource (see README). */
export function textsOf(parts: Parts): Texts {
  const { table, hidden, isRestorable } = parts;
  const json = jsonOf(parts);
  const columns = [...writable(parts), ...hidden];
  const list = columns.map(quoted).join(", ");
  const values = columns.map((name) => `v.${quoted(name)}`).join(", ");
  const reply = `t.id, t.version, ${json}::text as body`;
  const live = isRestorable ? "" : liveOf("t", parts);
  const one = `where t.team_id = $1 and t.id = $2${live}`;
  const hiddenJson =
    hidden.length === 0 ? "" : `, (select row_to_json(h) from (select ${named("t", hidden)}) h) as hidden`;
  const end = endOf(parts);
  const window = isRestorable
    ? `, t.deleted_at > clock_timestamp() - ${RESTORE_WINDOW} as "isRestorable"`
    : "";
  const until = isRestorable ? `, ${instant(`(t.deleted_at + ${RESTORE_WINDOW})`)} as restorable_until` : "";
  return {
    json,
    find: `select ${reply}\nfrom ${table} t\n${one}`,
    ...namedTexts(parts, reply),
    ...(isRestorable
      ? {
          findDeleted: `select ${reply}, ${instant("t.deleted_at")} as deleted_at${until}\nfrom ${table} t\n${one} and t.deleted_at is not null`,
        }
      : {}),
    findMany: `select ${reply}\nfrom ${table} t\nwhere t.team_id = $1 and t.id = any($2::uuid[])${live}\norder by t.id`,
    // A row that refers to this one may be stored meanwhile.
    lock: `select ${json} as item${hiddenJson}${window}\nfrom ${table} t\n${one}\nfor no key update`,
    insert: `insert into ${table} as t (team_id, id, ${list}, created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), ${values}, $3, $4
from jsonb_populate_record(null::${table}, $2::jsonb) v
returning ${reply}`,
    // Its time is the clock's, not the transaction's start: that may lie before the write it waited for.
    update: `update ${table} t
set (${list}) = (select ${values} from jsonb_populate_record(null::${table}, $3::jsonb) v),
  ${end === undefined ? "" : `${end} = case when $4 then t.${end} end,\n  `}updated_at = clock_timestamp(),
  version = t.version + 1
${one}
returning ${reply}`,
    archive: endText(parts, reply, "archived_at"),
    delete: endText(parts, reply, "deleted_at", until),
  };
}

/** The condition that a row is not deleted, behind another one; empty where nothing is deleted. */
export function liveOf(alias: string, { isDeleted }: Pick<DeclaredFacts, "isDeleted">): string {
  return isDeleted ? ` and ${alias}.deleted_at is null` : "";
}

/** By its id first, then by the slug of one that is live. */
function namedTexts({ table, slug, isDeleted }: Parts, reply: string): Pick<Texts, "findNamed" | "findId"> {
  if (slug === undefined) return {};
  const id = `coalesce(
  (select i.id from ${table} i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from ${table} s where s.team_id = $1 and s.${quoted(slug)} = $3${liveOf("s", { isDeleted })}))`;
  return {
    findNamed: `select ${reply}\nfrom ${table} t\nwhere t.team_id = $1 and t.id = ${id}`,
    findId: `select ${id} as id`,
  };
}

/** The column that tells when one was archived or deleted, where it can be restored. */
export function endOf({
  isArchived,
  isRestorable = false,
}: Pick<DeclaredFacts, "isArchived" | "isRestorable">): "archived_at" | "deleted_at" | undefined {
  if (isArchived) return "archived_at";
  return isRestorable ? "deleted_at" : undefined;
}

/**
 * Builds the statement that archives or deletes a live row that has the given version (any when null). A select locks
 * the row first. An update draws its transaction's id before it waits for the row, so its event would overtake those of
 * the transaction that had the row before (events.relay).
 */
function endText(parts: Parts, reply: string, column: "archived_at" | "deleted_at", until = ""): string {
  const { table } = parts;
  return `with held as materialized (
  select t.team_id, t.id, ${jsonOf(parts)} as former
  from ${table} t where t.team_id = $1 and t.id = $2 for no key update
)
update ${table} t
set ${column} = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.${column} is null
  and t.version = coalesce($3::bigint, t.version)
returning ${reply}, ${instant(`t.${column}`)} as ${column}${until}, held.former`;
}

type ShownParts = Pick<Parts, "members" | "isArchived" | "isRestorable" | "shown">;

/** The representation of a resource, an expression of type json over the row `t`. */
export function jsonOf(parts: ShownParts): string {
  const { members } = parts;
  const omitted = members.find(({ isOmitted }) => isOmitted === true);
  if (omitted === undefined) return rowOf(parts);
  const lacking = members.filter((member) => member !== omitted);
  const having = members.map((member) => (member === omitted ? { ...member, isOmitted: false } : member));
  const [without, whole] = [lacking, having].map((kept) => jsonOf({ ...parts, members: kept }));
  return `(case when t.${quoted(omitted.name)} is null then ${without} else ${whole} end)`;
}

function rowOf(parts: ShownParts): string {
  const { members, shown } = parts;
  const end = endOf(parts);
  const own = members.map((member) => {
    const sql = shown[member.name];
    if (sql !== undefined) return `${sql} as ${quoted(member.name)}`;
    return member.kind === "datetime" ? time(member.name) : `t.${quoted(member.name)}`;
  });
  const times = [...(end === undefined ? [] : [end]), "created_at", "updated_at"].map(time);
  const actor =
    "json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by";
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
  { table, members, isArchived, isDeleted, isRestorable = false, isRevised = false }: DeclaredFacts,
  {
    hidden = [],
    shown = {},
  }: { hidden?: readonly string[] | undefined; shown?: Record<string, string> | undefined },
): Parts {
  const kept = isRevised ? [...hidden, GIVEN] : hidden;
  const slug = members.find(({ slugOf }) => slugOf !== undefined)?.name;
  return { table, members, isArchived, isDeleted, isRestorable, slug, hidden: kept, shown };
}
