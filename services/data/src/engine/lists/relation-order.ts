import { createHash } from "node:crypto";
import { AppError } from "@jst/errors";
import { type Fields, type OrderSql, orderOfField, type RankedOrder } from "@jst/query";
import type { Call } from "@jst/rpc";
import { cellTexts } from "../types/choice-types.ts";
import type { RelationOptions } from "../types/relation.ts";
import { cellText } from "../types/text-types.ts";
import type { TableSchema } from "../schema/schema.ts";
import { schemaOfTable, type TableDeps } from "../schema/with-table.ts";

/** Rows of a cell that take part in its order, each by so many characters of its name: a cursor has them all. */
const ORDERED = { rows: 8, chars: 50 };

/** The order of a list by the names of the rows that its relations name (conventions.relation-order). */
export interface RelationOrder {
  /** Fields of the list, those relations in the order of their names. */
  fields: Fields;
  /** SQL that joins the names to the rows of the list, under alias `r`; undefined without any. */
  joined: string | undefined;
  /** Tables whose rows have the names. */
  targets: readonly TableSchema[];
}

/** A relation of the sort, and the order of its rows. */
interface NamedRelation {
  name: string;
  relation: RelationOptions;
  target: TableSchema;
  display: OrderSql;
  version: string;
}

/** Returns the order of a list that sorts by stored values alone. */
export function plainOrder({ fields }: TableSchema): RelationOrder {
  return { fields, joined: undefined, targets: [] };
}

/** Returns the order of a list by this sort, with what is remembered of the tables that its relations name. */
export async function relationOrder(
  call: Call<TableDeps>,
  schema: TableSchema,
  sort: string | undefined,
): Promise<RelationOrder> {
  const named: NamedRelation[] = [];
  for (const name of new Set(sort?.split(",").map((key) => key.split(":", 1)[0] ?? ""))) {
    const { relation } = schema.columns.get(name)?.options ?? {};
    if (relation === undefined || relation.display_column === null) continue;
    const target = relation.table_id === schema.id ? schema : await targetOf(call, relation.table_id);
    if (target === undefined) continue;
    const order = displayOrder(target, relation.display_column);
    if (order !== undefined) named.push({ name, relation, target, ...order });
  }
  if (named.length === 0) return plainOrder(schema);
  const fields = new Map(schema.fields);
  named.forEach((each, place) => {
    const field = fields.get(each.name);
    if (field !== undefined) fields.set(each.name, { ...field, ranked: rankedOf(each, place) });
  });
  return {
    fields,
    joined: named.map(namesJoin).join("\n  "),
    targets: named.map(({ target }) => target),
  };
}

/** A table that is gone leaves the order of ids: the remembered columns of the list are out of date then. */
async function targetOf(call: Call<TableDeps>, id: string): Promise<TableSchema | undefined> {
  try {
    return await schemaOfTable(call, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * The order by a column that shows rows, one step far: a relation among such columns has the order of its ids. None of
 * a formula, whose values stand in no row.
 */
function displayOrder(
  target: TableSchema,
  name: string,
): Pick<NamedRelation, "display" | "version"> | undefined {
  const column = target.columns.get(name);
  const field = target.fields.get(name);
  if (column === undefined || field === undefined || column.type === "formula") return undefined;
  const { sql, type = "text", isText = false } = orderOfField(field);
  const parts = [target.id, column.id, type, isText, field.kind, field.ranked?.version];
  const version = createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 12);
  return { display: { sql, type, isText }, version };
}

function rankedOf({ relation, display, version }: NamedRelation, place: number): RankedOrder {
  const { type = "text", isText = false } = display;
  return { sql: `n${place}.k`, type: relation.cardinality === "many" ? `${type}[]` : type, isText, version };
}

/**
 * Builds SQL that looks up each name by the id of its row. The limit leaves no other join: PostgreSQL has no statistics
 * of a table that was just filled, and would compare every cell with every row. A deleted row has no name. Many names
 * are a list without the nameless rows; an empty list is null.
 */
function namesJoin({ name, relation, target, display }: NamedRelation, place: number): string {
  const nameOf = (team: string, id: string) =>
    `select ${display.sql} as k from ${target.storage.rows} r
    where r.team_id = ${team} and r.table_id = '${target.id}'::uuid and r.id = ${id} and r.deleted_at is null limit 1`;
  if (relation.cardinality === "one")
    return `cross join lateral (select r.team_id as team, ${asId(cellText(name))} as row_id offset 0) c${place}
  left join lateral (${nameOf(`c${place}.team`, `c${place}.row_id`)}) n${place} on true`;
  const key = display.type === "text" ? `left(v.k, ${ORDERED.chars})` : "v.k";
  return `cross join lateral (select r.team_id as team, ${cellTexts(name)} as ids offset 0) c${place}
  cross join lateral (
    select array_agg(${key} order by i.n) filter (where v.k is not null) as k
    from unnest(c${place}.ids[1:${ORDERED.rows}]) with ordinality i (id, n)
    cross join lateral (select c${place}.team as team, ${asId("i.id")} as row_id offset 0) t
    cross join lateral (${nameOf("t.team", "t.row_id")}) v
  ) n${place}`;
}

/** Guards a cell that is not an id, which a stale schema may name: it names no row. */
function asId(text: string): string {
  return `case when pg_input_is_valid(${text}, 'uuid') then (${text})::uuid end`;
}
