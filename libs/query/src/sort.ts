import { collationOf, type TextLocale } from "@jst/db";
import { AppError, toldNames } from "@jst/errors";
import type { Field, Fields, OrderSql } from "./field.ts";
import { hasOrder, sqlTypeOf } from "./field.ts";
import { SORT_KEY, SORT_KEYS_MAX } from "./patterns.ts";

const KEY = new RegExp(`^${SORT_KEY}$`);

/** One key of an order. */
export interface SortKey {
  name: string;
  direction: "asc" | "desc";
  /** SQL expression and its type. */
  sql: string;
  type: string;
  notNull: boolean;
}

/** A total order: the caller's keys and the row's id. */
export interface Sort {
  keys: readonly SortKey[];
  /** Canonical text, part of what a cursor is bound to. */
  text: string;
  /** The order of the texts among the keys; undefined when there are none, or when they are in the order of bytes. */
  locale?: TextLocale | undefined;
  /** Base of the order beside the rows: a locale, lists of choices; absent if there is none. */
  order?: string | undefined;
}

/**
 * Reads `<field>:<asc|desc>[,…]`; without one, `fallback`, in the same form. `id` is appended as tie-breaker in the
 * direction of the last key. Texts are in the order of the locale (conventions.text-order), without one in that of
 * bytes. Throws `invalid_sort` for an unknown field, a bad direction, a repeated field, too many.
 */
export function parseSort(
  text: string | undefined,
  fields: Fields,
  fallback: string,
  locale?: TextLocale,
): Sort {
  const parts = (text ?? fallback).split(",", SORT_KEYS_MAX + 1);
  if (parts.length > SORT_KEYS_MAX)
    throw new AppError(
      "invalid_sort",
      `The sort has more than ${SORT_KEYS_MAX} fields, which is the maximum. Remove some.`,
    );
  const keys = parts.map((part) => keyOf(part, fields, locale));
  if (new Set(keys.map((key) => key.name)).size < keys.length)
    throw new AppError("invalid_sort", "The sort has the same field twice. Name each field once.");
  const last = keys.at(-1);
  if (last !== undefined && !keys.some((key) => key.name === "id"))
    keys.push(sortKey(tieBreaker(fields), last.direction));
  const named = locale === undefined ? [] : keys.map(({ name }) => fields.get(name));
  const ofTexts = named.some(isText) ? locale : undefined;
  const versions = named.flatMap((field) => field?.ranked?.version ?? []);
  const order = [...(ofTexts === undefined ? [] : [ofTexts]), ...versions].join(" ");
  return {
    keys,
    text: keys.map((key) => `${key.name}:${key.direction}`).join(","),
    ...(ofTexts === undefined ? {} : { locale: ofTexts }),
    ...(order === "" ? {} : { order }),
  };
}

function keyOf(part: string, fields: Fields, locale: TextLocale | undefined): SortKey {
  const [, name = part.split(":", 1)[0] ?? "", direction] = KEY.exec(part) ?? [];
  const field = fields.get(name);
  if (field === undefined || !isSortable(field)) {
    throw new AppError(
      "invalid_sort",
      `You cannot sort by '${name.slice(0, 80)}'. ${whatSorts(name, fields)}`,
    );
  }
  if (direction !== "asc" && direction !== "desc") {
    throw new AppError(
      "invalid_sort",
      `The sort needs a direction. Write ${field.name}:asc or ${field.name}:desc.`,
    );
  }
  return sortKey(field, direction, locale);
}

function whatSorts(name: string, fields: Fields): string {
  const behindMinus = name.startsWith("-") ? fields.get(name.slice(1)) : undefined;
  if (behindMinus !== undefined && isSortable(behindMinus)) return `Write ${behindMinus.name}:desc.`;
  const sortable = [...fields.values()].filter(isSortable);
  return `Sort by: ${toldNames(sortable.map((field) => field.name))}.`;
}

function isSortable({ kind, sort }: Field): boolean {
  return hasOrder(kind) ? sort !== false : typeof sort === "string";
}

/** True for what people read, which has the order of their language. */
function isText(field: Field | undefined): boolean {
  return field?.ranked?.isText ?? (field?.kind === "text" || field?.kind === "json");
}

function sortKey(field: Field, direction: "asc" | "desc", locale?: TextLocale): SortKey {
  const { sql, type = "text", isText } = locale === undefined ? plainOrder(field) : orderOfField(field);
  const ordered = isText === true && locale !== undefined ? `(${sql}) collate ${collationOf(locale)}` : sql;
  return { name: field.name, direction, sql: ordered, type, notNull: field.notNull === true };
}

/** Returns what lists sort by for the field. */
export function orderOfField(field: Field): OrderSql {
  return field.ranked ?? plainOrder(field);
}

/** Returns the same without an order of its own, as lists that go on by bytes sort. */
function plainOrder(field: Field): OrderSql {
  const sql = typeof field.sort === "string" ? field.sort : field.sql;
  const type = hasOrder(field.kind) ? sqlTypeOf(field) : "text";
  return { sql, type, isText: field.kind === "text" || field.kind === "json" };
}

function tieBreaker(fields: Fields): Field {
  const id = fields.get("id");
  if (id === undefined) throw new Error("every list has a field id");
  return id;
}
