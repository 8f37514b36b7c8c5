import type { ArrayType } from "@jst/db";
import type { FieldError } from "@jst/errors";
import { sortText, sortTexts, type Field } from "@jst/query";
import { type ColumnOptions, members, misfit, type TypeDefinition } from "./definition.ts";

/** Result type of a formula. */
export type ResultType = NonNullable<ColumnOptions["result_type"]>;
type ListField = Omit<Field, "name">;

/** How a list filters and sorts by a formula, by what it yields; `sql` is its value as scanFormulas lists it. */
const fieldOfResult: Record<ResultType, (sql: string) => ListField> = {
  number: (sql) => ({ kind: "number", sql }),
  text: (sql) => ({ kind: "text", sql, sort: sortText(sql) }),
  boolean: (sql) => ({ kind: "boolean", sql }),
  date: (sql) => ({ kind: "date", sql, type: "text" }),
  datetime: (sql) => ({ kind: "datetime", sql, type: "text" }),
  list: (sql) => {
    const texts = `(case when ${sql} is not null then array(select jsonb_array_elements_text(${sql}::jsonb)) end)`;
    return { kind: "multi", sql: texts, sort: sortTexts(texts) };
  },
  any: (sql) => ({ kind: "json", sql, sort: sortText(sql) }),
};

/** SQL types of the values scanFormulas lists; a list is the text of its JSON. */
export const listedTypes: Record<ResultType, ArrayType> = {
  number: "float8",
  text: "text",
  boolean: "boolean",
  date: "text",
  datetime: "text",
  list: "text",
  any: "text",
};

/** Takes what it yields as it is shown, and leaves it to be derived from the formula. */
function readResultType(value: unknown, at: string, errors: FieldError[]): undefined {
  if (typeof value === "string" && Object.hasOwn(listedTypes, value)) return;
  errors.push({
    field: at,
    code: "invalid_value",
    message: "The formula determines its result type. Remove this option.",
  });
}

/**
 * Evaluated when asked for, so it is never stored: shown in `computed` only, listed by the relation of scanFormulas.
 */
export const formula: TypeDefinition = {
  read: () =>
    misfit("read_only", "The platform computes this column, so you cannot write it. Remove the value."),
  field: (name, { result_type: type = "any" }) => fieldOfResult[type](`f."${name}"`),
  options: (options, at, errors: FieldError[]) =>
    members({ result_type: readResultType }, options, at, errors),
  comparable: false,
  filledBy: "formula",
};
