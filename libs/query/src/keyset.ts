import type { Params } from "./params.ts";
import type { SortKey } from "./sort.ts";

/**
 * The sort keys of the last row of a page as PostgreSQL writes them: text keeps microseconds that a Date would lose.
 */
export type KeyValues = readonly (string | null)[];

/** `order by` list of a sort, nulls last in both directions (conventions.sort). */
export function orderBy(keys: readonly SortKey[]): string {
  return keys.map((key) => `${key.sql} ${key.direction}${key.notNull ? "" : " nulls last"}`).join(", ");
}

/** True for rows that come after the given one. `values` has one member per key; the last key is never null. */
export function afterRow(keys: readonly SortKey[], values: KeyValues, params: Params): string {
  const places = keys.map((key, index) => {
    const value = values[index] ?? null;
    return value === null ? null : params.add(value, key.type);
  });
  const first = keys[0];
  if (first !== undefined && areComparedAsOne(keys)) {
    const sign = first.direction === "asc" ? ">" : "<";
    return `(${keys.map((key) => key.sql).join(", ")}) ${sign} (${places.join(", ")})`;
  }
  return after(keys, places, 0);
}

/**
 * Builds the same condition in parts. In the order of the keys, the parts hold the rows that come after the given one.
 * Each part is one stretch of an index in this order, which the whole condition is not.
 */
export function partsAfterRow(keys: readonly SortKey[], values: KeyValues, params: Params): string[] {
  const [first, ...rest] = keys;
  const [value = null, ...others] = values;
  if (first === undefined) return [];
  if (areComparedAsOne(keys)) return [afterRow(keys, values, params)];
  const isNull = `${first.sql} is null`;
  if (value === null) return partsAfterRow(rest, others, params).map((part) => `${isNull} and ${part}`);
  const filled = [{ ...first, notNull: true }, ...rest];
  const nulls = first.notNull ? [] : [isNull];
  if (areComparedAsOne(filled))
    return [`${first.sql} is not null and ${afterRow(filled, values, params)}`, ...nulls];
  const place = params.add(value, first.type);
  const tied = partsAfterRow(rest, others, params).map((part) => `${first.sql} = ${place} and ${part}`);
  return [...tied, `${first.sql} ${first.direction === "asc" ? ">" : "<"} ${place}`, ...nulls];
}

/** True when rows compare by all keys at once: none is ever null, and all go one way. */
function areComparedAsOne(keys: readonly SortKey[]): boolean {
  return keys.every((key) => key.notNull && key.direction === keys[0]?.direction);
}

/** `k0 beyond v0, or k0 = v0 and the rest after`: the form that copes with mixed directions and nulls. */
function after(keys: readonly SortKey[], places: readonly (string | null)[], index: number): string {
  const key = keys[index];
  if (key === undefined) return "false";
  const place = places[index] ?? null;
  const same = place === null ? `${key.sql} is null` : `${key.sql} = ${place}`;
  const rest = `(${same} and ${after(keys, places, index + 1)})`;
  if (place === null) return rest;
  const beyond = `${key.sql} ${key.direction === "asc" ? ">" : "<"} ${place}`;
  const tied = index === keys.length - 1 ? "" : ` or ${rest}`;
  return `(${beyond}${key.notNull ? "" : ` or ${key.sql} is null`}${tied})`;
}
