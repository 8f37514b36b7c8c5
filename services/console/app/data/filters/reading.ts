import { fits, misfit, readChoice, readTruth, readWebAddress, type Reading } from "@jst/values";
import { readAs } from "../../parts/reading.ts";
import { FILTERS } from "../../words/filters.ts";
import { chosenFrom } from "../column-choices.ts";
import { valueFormOf } from "../column-values.ts";
import { arityOf, fieldKindOf, type FilterField } from "./operators.ts";
import type { Condition } from "./tree.ts";

/** Operators of texts that compare with a whole cell, which is read as a cell is. */
const WHOLE = ["eq", "neq", "ieq", "in", "nin"];

/** Returns the condition of values that fit the operator: as many as it compares with. */
export function conditionOf({ name: field }: FilterField, op: string, values: readonly unknown[]): Condition {
  const arity = arityOf(op);
  if (arity === "none") return { field, op };
  return { field, op, value: arity === "one" ? values[0] : values };
}

/** Reads the condition of texts that were written. Each is read as a cell of the column is (values.reading). */
export function conditionIn(
  field: FilterField,
  op: string,
  texts: readonly string[],
  zone: string,
): Reading<Condition> {
  const values: unknown[] = [];
  for (const text of arityOf(op) === "none" ? [] : texts) {
    const { value, fault } = comparedWith(field, op, text, zone);
    if (fault !== undefined) return { fault };
    values.push(value);
  }
  const isMissing = arityOf(op) !== "none" && values.length === 0;
  return isMissing ? misfit("invalid_format", FILTERS.needsValue) : fits(conditionOf(field, op, values));
}

/** Reads a value that cells are compared with. */
export function comparedWith(
  field: FilterField,
  op: string,
  text: string,
  timeZone: string,
): Reading<unknown> {
  if (text.trim() === "") return misfit("invalid_format", FILTERS.needsValue);
  if (fieldKindOf(field) === "boolean") return readTruth(text);
  const choices = chosenFrom(field);
  if (choices !== undefined) return readChoice(text, choices);
  if (field.type === "url" && WHOLE.includes(op)) return readWebAddress(text.trim());
  const form = valueFormOf(field, timeZone);
  if (form === undefined) return fits(text);
  // An instant may be compared with a whole day.
  const day = form.kind === "datetime" ? readAs(text, { ...form, kind: "date" }) : undefined;
  return day?.fault === undefined && day !== undefined ? day : readAs(text, form);
}
