import type { Condition } from "./condition.ts";
import type { FieldKind } from "./field.ts";
import { operators } from "./operators.ts";
import { Params } from "./params.ts";

/** Operators each of which finds the rows that the other one does not, those without a value included. */
const opposites = new Map([
  ...both("eq", "neq"),
  ...both("in", "nin"),
  ...both("empty", "nempty"),
  ...both("contains", "ncontains"),
  ...both("has_any", "has_none"),
  ["within", "neq"],
]);

/** Operators each of which finds the rows with a value that the other one does not. */
const complements = new Map([
  ...both("gt", "lte"),
  ...both("gte", "lt"),
  ...both("before", "on_or_after"),
  ...both("after", "on_or_before"),
]);

/** The operators for what lies on both sides of `between`. */
const sides: Partial<Record<FieldKind, readonly [below: string, above: string]>> = {
  number: ["lt", "gt"],
  date: ["before", "after"],
  datetime: ["before", "after"],
};

function both(one: string, other: string): [string, string][] {
  return [
    [one, other],
    [other, one],
  ];
}

/**
 * Builds SQL for exactly the rows for which the condition with this operator is false or unknown. If another condition
 * finds exactly these rows, the SQL uses it, because an index may answer it.
 */
export function denied(name: string, condition: Condition): string {
  const { field, value } = condition;
  const has = (operator: string | undefined) => operators[field.kind][operator ?? ""] !== undefined;
  const opposite = opposites.get(name);
  if (opposite !== undefined && has(opposite)) return compiled(opposite, condition);
  const complement = complements.get(name);
  if (complement !== undefined) return `(${compiled(complement, condition)} or ${field.sql} is null)`;
  const beside = sides[field.kind];
  if (name === "between" && beside !== undefined) {
    // Refuses an invalid range.
    compiled(name, { ...condition, params: new Params() });
    const ends = beside.map((side, end) =>
      compiled(side, { ...condition, value: (value as unknown[])[end] }),
    );
    return `(${ends.join(" or ")} or ${field.sql} is null)`;
  }
  if (typeof value === "boolean")
    return `(${compiled(name, { ...condition, value: !value })} or ${field.sql} is null)`;
  return `(${compiled(name, condition)}) is not true`;
}

function compiled(name: string, condition: Condition): string {
  const operator = operators[condition.field.kind][name];
  if (operator === undefined) throw new Error(`${condition.field.kind} has an operator ${name}`);
  return operator(condition);
}
