import { AppError } from "@jst/errors";
import type { Field } from "./field.ts";
import type { Params } from "./params.ts";

/** Context of a compiled filter, besides its fields. */
export interface FilterContext {
  /** IANA zone of the team: what "today" and a bare date mean. */
  timezone: string;
  /** Country of the team, by which a telephone number without a country code is read. */
  country?: string | undefined;
  /** Clock for relative dates. */
  now?: () => Date;
}

/** One condition of a filter, with what its value is read by. */
export interface Asked {
  field: Field;
  value: unknown;
  /** Place of the condition in the filter, such as `$.and[0]`. */
  at: string;
  context: FilterContext;
}

/** One condition on its way to SQL. */
export interface Condition extends Asked {
  params: Params;
}

/** Turns a condition into a boolean SQL expression. */
export type Operator = (condition: Condition) => string;

/** A 400 that names the place of the fault. */
export function invalidFilter(position: string, detail: string): AppError {
  return new AppError("invalid_filter", detail, { extension: { position } });
}

/** A 400 about the value of a condition. */
export function invalidValue(condition: Asked, detail: string): AppError {
  return invalidFilter(`${condition.at}.value`, `Field '${condition.field.name}': ${detail}`);
}

/** The value as a list of 1 to 500 members, each read by `read`. */
export function listOf<T, Of extends Asked>(condition: Of, read: (value: unknown, condition: Of) => T): T[] {
  const { value } = condition;
  if (!Array.isArray(value) || value.length === 0 || value.length > 500) {
    throw invalidValue(condition, 'the value must be a list of 1 to 500 values, such as ["open", "done"].');
  }
  return value.map((each: unknown) => read(each, condition));
}
