import { type TextLocale, textLocaleOf } from "@jst/db";
import { type Field, type Fields, hasOrder, parseSort, type SortKey } from "@jst/query";
import { SEARCHED } from "../storage/storage.ts";

/**
 * Uses of a field by lists: order, equality, range, members, or a part of its text. Uses of whole rows: a search in all
 * their texts, and the list of deleted ones.
 */
export type IndexKind = "sort" | "match" | "range" | "members" | "contains" | "search" | "deleted";

/** An index, whatever it is wished for: two forms are one index where their SQL is the same. */
export interface IndexForm {
  /** Kind that the index name contains. */
  kind: Exclude<IndexKind, "range">;
  /** How it is made, after `create index … on …`. */
  sql: string;
}

/**
 * Indexes of one physical table besides those every table of rows has: each costs every write. That of deleted rows,
 * which costs deletions alone, is not counted.
 */
export const INDEXES_MAX = 8;

/**
 * Number of texts in one index. An entry has at most a third of a page, some 2,700 bytes, or the write fails. Each text
 * may have 200 characters of four bytes.
 */
const TEXTS_MAX = 3;

/** Largest order of choices that an index can contain; longer ones are sorted without an index. */
const RANKED_CHARS_MAX = 4_000;

/**
 * Returns the indexes any of which serves lists that use the field so, or order by these; empty if no index can. They
 * include deleted rows, because PostgreSQL uses statistics of an expression only from whole indexes and otherwise
 * expects one row of two hundred. Lists are in the order of creation unless they sort; the id ends each order. Names of
 * columns are checked when they are made, so nothing in them needs escaping.
 */
export function indexForms(kind: IndexKind, name: string, fields: Fields): IndexForm[] {
  if (kind === "search") return [{ kind, sql: `using gin ((${own(SEARCHED)}) platform.contains_ops)` }];
  if (kind === "deleted") return [{ kind, sql: "(created_at, id) where deleted_at is not null" }];
  const field = fields.get(name);
  if (kind === "sort") return sortForms(name, fields);
  if (kind === "match") return matchForms(field);
  if (kind === "range") return rangeForms(field);
  const sql = kind === "members" ? field?.members : field?.index && field.sql;
  return sql === undefined ? [] : [{ kind, sql: `using gin ((${own(sql)}) platform.${kind}_ops)` }];
}

/** The order of a field, or the order by the fields that this text of a sort writes, as wishedOrder spells it. */
function sortForms(name: string, fields: Fields): IndexForm[] {
  const [text = "", locale] = name.split("@", 2);
  if (text.includes(":")) return orderForms(text, fields, textLocaleOf(locale));
  const field = fields.get(text);
  if (orderOf(field) === undefined) return [];
  const [key] = parseSort(`${text}:asc`, fields, text, textLocaleOf(locale)).keys;
  return sortForm(key?.sql);
}

function sortForm(order: string | undefined): IndexForm[] {
  return order === undefined ? [] : [{ kind: "sort", sql: ordered([order, "r.id"].map(ascending)) }];
}

/** True for an index that has texts in the order of a locale: PostgreSQL reads it for the same order alone. */
export function isOfLocale({ sql }: IndexForm): boolean {
  return sql.includes(" collate ");
}

/** The rows of a value in the order of creation. */
function matchForms(field: Field | undefined): IndexForm[] {
  const matched = matchedOf(field);
  if (matched === undefined) return [];
  return [{ kind: "match", sql: ordered([matched, "r.created_at", "r.id"].map(ascending)) }];
}

/**
 * Returns the indexes that have the rows in the order of several values. That of a sort does as well, unless it has
 * texts in the order of a language: values are compared by bytes.
 */
function rangeForms(field: Field | undefined): IndexForm[] {
  const order = orderOf(field);
  const isSame = order === matchedOf(field) && field?.kind !== "text" && field?.ranked === undefined;
  return [...matchForms(field), ...(isSame ? sortForm(order) : [])];
}

/**
 * The form for the order by the fields that this text of a sort writes, the first of which no other index orders by.
 */
function orderForms(text: string, fields: Fields, locale: TextLocale): IndexForm[] {
  const [first, ...rest] = text.split(",").map((key) => fields.get(key.split(":", 1)[0] ?? ""));
  if (orderOf(first) === undefined) return [];
  if (!rest.every((field) => orderOf(field) !== undefined || servedAlready.includes(field?.sql ?? "")))
    return [];
  const sql = ordered(held(parseSort(text, fields, text, locale).keys));
  return [matchForms(first).find((form) => form.sql === sql) ?? { kind: "sort", sql }];
}

/** A key of an order as an index holds it. */
type IndexKey = Pick<SortKey, "sql" | "direction" | "notNull">;

function ascending(sql: string): IndexKey {
  return { sql, direction: "asc", notNull: true };
}

/** An index in this order, written one way: in ascending order nulls are last, said or not. */
function ordered(keys: readonly IndexKey[]): string {
  const written = keys.map(({ sql, direction, notNull }) => {
    const place = servedAlready.includes(sql) ? own(sql) : `(${own(sql)})`;
    return direction === "asc" ? place : `${place} desc${notNull ? "" : " nulls last"}`;
  });
  return `(${written.join(", ")})`;
}

/**
 * The first keys of an order, as many as an entry has room for. PostgreSQL sorts by the rest what these leave equal.
 */
function held(keys: readonly SortKey[]): readonly SortKey[] {
  const texts = keys.filter(({ type }) => type === "text");
  const beyond = texts[TEXTS_MAX];
  return beyond === undefined ? keys : keys.slice(0, keys.indexOf(beyond));
}

/**
 * Returns the expression that lists order by for this field; undefined if no index can contain it or every table has
 * its order.
 */
function orderOf(field: Field | undefined): string | undefined {
  if (field === undefined || (!hasOrder(field.kind) && typeof field.sort !== "string")) return undefined;
  if (field.isJoined === true) return undefined;
  if (field.alike !== undefined || (field.ranked?.sql.length ?? 0) > RANKED_CHARS_MAX) return undefined;
  const sql = typeof field.sort === "string" ? field.sort : field.sql;
  return isOfRow(sql) ? sql : undefined;
}

/**
 * Returns the expression that conditions on the field compare; undefined if no index can contain it or every table has
 * its order.
 */
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
