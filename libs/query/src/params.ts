import { type Instant, readInstant } from "./instant.ts";

/** Collects the values of one statement; what a caller sends reaches PostgreSQL only through here. */
export class Params {
  readonly values: unknown[] = [];

  /** Adds a value and returns its place holder, cast to a SQL type when one is given; a timestamptz is an Instant. */
  add<Type extends string>(value: Type extends "timestamptz" ? Instant : unknown, type?: Type): string {
    this.values.push(value);
    const place = `$${this.values.length}`;
    return type === undefined ? place : `${place}::${type}`;
  }

  /** Adds an instant that the schema has accepted and returns its place holder. */
  addInstant(text: string): string {
    return this.add(readInstant(text), "timestamptz");
  }
}

/** A LIKE pattern part that matches the text literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
}

/** True for rows where any of the expressions holds the text, in either case (the `q` of a list). */
export function containsAny(expressions: readonly string[], text: string, params: Params): string {
  if (expressions.length === 0) return "false";
  const pattern = params.add(`%${escapeLike(text)}%`, "text");
  return `(${expressions.map((expression) => `${expression} ilike ${pattern}`).join(" or ")})`;
}

/** The same of one expression, by the name of ILIKE that an index answers within row-level security (libs/db/sql). */
export function containsIndexed(expression: string, text: string, params: Params): string {
  return `${expression} operator(platform.~~~) ${params.add(`%${escapeLike(text)}%`, "text")}`;
}
