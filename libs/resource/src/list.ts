import {
  fieldsOf,
  sortText,
  type Field,
  type Fields,
  type ListParameters,
  type Params,
  type ResourceList,
} from "@jst/query";
import type { Declaration, DeclaredFacts, Member } from "./declaration.ts";
import { quoted } from "./sql.ts";

/** Options of a list besides its resource's declaration. */
export interface ListOptions<Query extends ListParameters> {
  /** Parameters whose meaning is another than "has exactly this value". */
  filters?: ResourceList<Query>["filters"] | undefined;
  /** SQL of what is listed where a parameter is not given, by the parameter's name. */
  unless?: Readonly<Partial<Record<keyof Query, string>>> | undefined;
  /** Fields of filters and sorts that are not a member, or differ from their member. */
  fields?: readonly Field[] | undefined;
  /** SQL of the texts that `q` looks into, or of the one that has an index; the column `search` when absent. */
  texts?: readonly string[] | string | undefined;
  /** Texts of which an item may hold any in place of `q`; `q` alone when absent. */
  sought?: ((q: string) => readonly string[]) | undefined;
}

const ARCHIVED = { false: "t.archived_at is null", true: "t.archived_at is not null", all: "true" } as const;

/** Builds the list of a resource for resourcePage; `json` is SQL of an item over the row `t`. */
export function listOf<Item extends object, Values extends object, Query extends ListParameters>(
  declaration: Declaration<Item, Values, Query>,
  json: string,
  options: ListOptions<Query>,
): (teamId: string, query: Query) => ResourceList<Query> {
  const { name, list, table, members, isArchived, isDeleted, finalStatus } = declaration;
  const fields = fieldsIn(declaration, options.fields ?? []);
  const filters = { ...ownFilters(declaration), ...options.filters } as ResourceList<Query>["filters"];
  const isSearched = members.some((member) => member.isSearched);
  const over = finalStatus === undefined ? {} : { status: `t.status <> '${finalStatus}'` };
  const unless = Object.entries({ ...over, ...options.unless }) as [keyof Query, string][];
  return (teamId, query) => {
    const given = query as Partial<Record<"archived" | "deleted", unknown>>;
    return {
      plural: name,
      route: list,
      from: `${table} t`,
      item: json,
      fields,
      ...(isSearched ? { texts: options.texts ?? "t.search" } : {}),
      ...(options.sought === undefined ? {} : { sought: options.sought }),
      where: (params) => [
        `t.team_id = ${params.add(teamId, "uuid")}`,
        ...(isDeleted && given.deleted === undefined ? ["t.deleted_at is null"] : []),
        ...(isArchived && given.archived === undefined ? [ARCHIVED.false] : []),
        ...unless.flatMap(([parameter, sql]) => (query[parameter] === undefined ? [sql] : [])),
      ],
      ...(filters === undefined ? {} : { filters }),
    };
  };
}

function ownFilters({ members, isArchived, isRestorable }: DeclaredFacts): object {
  const listed = members.filter((member) => member.isListed);
  const equals = listed.map((member) => [
    member.name,
    (value: string, params: Params) => `t.${quoted(member.name)} = ${params.add(value, typeOf(member))}`,
  ]);
  const archived = isArchived ? { archived: (which: keyof typeof ARCHIVED) => ARCHIVED[which] } : {};
  const deleted = isRestorable === true ? { deleted: () => "t.deleted_at is not null" } : {};
  return { ...(Object.fromEntries(equals) as object), ...archived, ...deleted };
}

function typeOf({ kind }: Member): string {
  if (kind === "uuid" || kind === "date" || kind === "boolean") return kind;
  if (kind === "datetime") return "timestamptz";
  return kind === "number" ? "numeric" : "text";
}

function fieldsIn({ members, isArchived, sorts }: DeclaredFacts, others: readonly Field[]): Fields {
  const time = (name: string): Field => ({ name, kind: "datetime", sql: `t.${name}`, notNull: true });
  const all: Field[] = [
    { name: "id", kind: "uuid", sql: "t.id", notNull: true },
    time("created_at"),
    time("updated_at"),
    ...(isArchived ? [{ name: "archived_at", kind: "datetime", sql: "t.archived_at" } as const] : []),
    { name: "version", kind: "number", sql: "t.version", notNull: true },
    ...members.flatMap((member) => fieldOf(member)),
    ...others,
  ];
  const isSorted = ({ name }: Field) => sorts === undefined || name === "id" || sorts.includes(name);
  return fieldsOf(...all.map((field) => (isSorted(field) ? field : { ...field, sort: false as const })));
}

/** A free-form object cannot be named: what it holds is the team's own. */
function fieldOf({ name, kind, values, isNeverNull }: Member): Field[] {
  const sql = `t.${quoted(name)}`;
  const field = { name, sql, ...(isNeverNull === true ? { notNull: true as const } : {}) };
  switch (kind) {
    case "free":
      return [];
    case "object":
    case "objects":
      return [{ ...field, kind: "json" }];
    case "texts":
      return [{ ...field, kind: "multi" }];
    case "text":
      return [{ ...field, kind, sort: sortText(sql) }];
    case "select":
      return [{ ...field, kind, sort: placeOf(sql, values ?? []) }];
    default:
      return [{ ...field, kind }];
  }
}

/** Values of a select sort in the order in which they are declared, one that is no longer declared after them. */
function placeOf(sql: string, values: readonly string[]): string {
  const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");
  return `case when ${sql} is not null then lpad(coalesce(array_position(array[${list}], ${sql}), 999)::text, 3, '0') end`;
}
