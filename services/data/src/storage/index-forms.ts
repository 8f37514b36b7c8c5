import { type Field, type Fields, hasOrder, orderBy, parseSort, type SortKey } from "@jst/query";
import { SEARCHED } from "./storage.ts";

/**
 * What lists do with a field: order by it, ask for its values or members, look for a part of its text. Or with rows as a
 * whole: look in all their texts, show the deleted ones.
 */
export type IndexKind = "sort" | "match" | "members" | "contains" | "search" | "deleted";

/**
 * Indexes of one physical table besides those every table of rows has: each costs every write. That of deleted rows, which
 * costs deletions alone, is not counted.
 */
export const INDEXES_MAX = 8;

/**
 * Texts in one index: an entry is a third of a page at most, some 2,700 bytes, or the write fails, and each of them may
 * have 200 characters of four bytes.
 */
const TEXTS_MAX = 3;

/**
 * How an index of this kind is made for lists that use the field, or order by these, after `create index … on …`;
 * undefined when no index can serve that use. Deleted rows are in it too: what PostgreSQL knows of the values of an expression it uses of whole
 * indexes alone, and without it takes every value for one of two hundred. Lists are in the order of creation unless they
 * sort; the id ends each order. Names of columns are checked when they are made: nothing in them needs escaping.
 */
export function indexForm(kind: IndexKind, name: string, fields: Fields): string | undefined {
  if (kind === "search") return `using gin ((${own(SEARCHED)}) platform.contains_ops)`;
  if (kind === "deleted") return "(created_at, id) where deleted_at is not null";
  if (kind === "sort" && name.includes(":")) return orderForm(name, fields);
  const field = fields.get(name);
  if (kind === "members") return membersForm(field);
  if (kind === "sort") {
    const order = orderOf(field);
    return order === undefined ? undefined : `((${own(order)}), id)`;
  }
  if (kind === "match") {
    const matched = matchedOf(field);
    return matched === undefined ? undefined : `((${own(matched)}), created_at, id)`;
  }
  return field?.index === undefined ? undefined : `using gin ((${own(field.sql)}) platform.contains_ops)`;
}

function membersForm(field: Field | undefined): string | undefined {
  if (field?.members === undefined) return undefined;
  return `using gin ((${own(field.members)}) platform.members_ops)`;
}

/** The form for the order by the fields that this text of a sort writes, the first of which no other index orders by. */
function orderForm(text: string, fields: Fields): string | undefined {
  const [first, ...rest] = text.split(",").map((key) => fields.get(key.split(":", 1)[0] ?? ""));
  if (orderOf(first) === undefined) return undefined;
  if (!rest.every((field) => orderOf(field) !== undefined || servedAlready.includes(field?.sql ?? "")))
    return undefined;
  return `(${own(orderBy(held(parseSort(text, fields, text).keys)))})`;
}

/** The first keys of an order, as many as an entry has room for. PostgreSQL sorts by the rest what these leave equal. */
function held(keys: readonly SortKey[]): readonly SortKey[] {
  const texts = keys.filter(({ type }) => type === "text");
  const beyond = texts[TEXTS_MAX];
  return beyond === undefined ? keys : keys.slice(0, keys.indexOf(beyond));
}

/** What lists order by for this field; undefined where no index can hold it or every table has its order. */
function orderOf(field: Field | undefined): string | undefined {
  if (field === undefined || (!hasOrder(field.kind) && typeof field.sort !== "string")) return undefined;
  const sql = typeof field.sort === "string" ? field.sort : field.sql;
  return isOfRow(sql) ? sql : undefined;
}

/** What conditions on the field compare; undefined where no index can hold it or every table has its order. */
function matchedOf(field: Field | undefined): string | undefined {
  if (field === undefined || (!hasOrder(field.kind) && field.filled === undefined)) return undefined;
  const sql = field.filled ?? field.index?.prefix ?? field.sql;
  return isOfRow(sql) ? sql : undefined;
}

/** The expression without the alias that lists have for rows. */
function own(sql: string): string {
  return sql.replaceAll(/\br\./g, "");
}

/** Every table has these orders: by its primary key, and by that of creation. */
const servedAlready = ["r.id", "r.created_at"];

/** True for what is made of the row alone, unlike the value of a formula. */
function isOfRow(sql: string): boolean {
  return /\br\./.test(sql) && !servedAlready.includes(sql);
}
