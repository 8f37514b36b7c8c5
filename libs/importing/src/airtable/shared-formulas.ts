import {
  CellError,
  checkFormulas,
  FormulaSet,
  listedValue,
  type Json,
  type Outcome,
  type ValueType,
} from "@jst/formula";
import { ownStretch } from "@jst/jobs/stretches";
import { readValue, type ValueContext } from "@jst/tabular/values";
import { isObject, type BaseField, type BaseRecord } from "./base.ts";
import { cellOf } from "./cells.ts";
import type { FieldType } from "./field-types.ts";

/** Field of a table, and the column that it becomes. */
export interface FieldColumn {
  field: BaseField;
  name: string;
  type: FieldType;
}

/** Types of columns that have the same values in formulas of both; amounts and percentages have other units. */
const SHARED: Partial<Record<FieldType["type"], ValueType>> = {
  text: "text",
  long_text: "text",
  email: "text",
  phone: "text",
  url: "text",
  select: "text",
  number: "number",
  integer: "number",
  rating: "number",
  duration: "number",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  multi_select: "list",
};
const STRETCH_RECORDS = 100;

/**
 * Finds the formulas of a table that are formulas here too, with the same value in each record, by the names of their
 * columns (imports.airtable-formulas).
 */
export async function sharedFormulas(
  records: AsyncIterable<BaseRecord>,
  columns: readonly FieldColumn[],
  context: ValueContext,
  teamId: string,
): Promise<ReadonlyMap<string, string>> {
  const plain = new Map(columns.flatMap(({ name, type }) => plainOf(name, type)));
  let trials = columns.flatMap((column) => trialOf(column, columns, plain) ?? []);
  if (trials.length === 0) return new Map();
  const view = { timezone: context.timeZone, nowMs: Date.now() };
  let read = 0;
  for await (const { fields } of records) {
    if (read % STRETCH_RECORDS === 0) await ownStretch(teamId);
    read += 1;
    const valueOf = valuesIn(fields, columns, context);
    trials = trials.filter(({ formulas, type, field }) => {
      const inputs = formulas.inputs.map(({ name, isNeeded }) => (isNeeded ? valueOf(name) : null));
      const [outcome = null] = formulas.evaluate(inputs, view);
      return isSame(outcome, fields[field.id], type, context.timeZone);
    });
  }
  return sound(new Map(trials.map(({ name, formula }) => [name, formula])), plain);
}

const plainOf = (name: string, { type }: FieldType): [string, ValueType][] => {
  const shared = SHARED[type];
  return shared === undefined ? [] : [[name, shared]];
};

/** Formula that may be taken, as long as no record shows another value. */
interface Trial {
  field: BaseField;
  name: string;
  formula: string;
  formulas: FormulaSet;
  type: ValueType;
}

function trialOf(
  { field, name }: FieldColumn,
  columns: readonly FieldColumn[],
  plain: ReadonlyMap<string, ValueType>,
): Trial | undefined {
  if (field.type !== "formula" || field.options.formula === undefined) return undefined;
  const names = new Map(columns.map((column) => [column.field.id, column.name]));
  const formula = field.options.formula.replaceAll(/\{(fld\w+)\}/g, (whole, id: string) => {
    const known = names.get(id);
    return known === undefined ? whole : `{${known}}`;
  });
  const others = new Map([...plain].filter(([other]) => other !== name));
  const own = new Map([[name, formula]]);
  const checked = checkFormulas(own, others).get(name);
  if (checked?.type === undefined || checked.unfit !== undefined) return undefined;
  const formulas = FormulaSet.of(own, others);
  return formulas.needsRecord ? undefined : { field, name, formula, formulas, type: checked.type };
}

/** Returns the values of a record by the names of its columns, as rows have them. */
function valuesIn(
  fields: BaseRecord["fields"],
  columns: readonly FieldColumn[],
  context: ValueContext,
): (name: string) => Json {
  return (name) => {
    const column = columns.find((one) => one.name === name);
    if (column === undefined) return null;
    const { field, type } = column;
    const valueType = type.type === "rating" ? "integer" : type.type;
    if (valueType === "relation" || valueType === "file") return null;
    const choices = type.options?.["options"] as { value: string }[] | undefined;
    return readValue(cellOf(field, fields[field.id]), valueType, { ...context, choices }).value ?? null;
  };
}

/** Share by which two numbers differ that the arithmetic of doubles makes. */
const NOISE = 1e-9;

function isSame(outcome: Outcome, value: unknown, type: ValueType, zone: string): boolean {
  if (outcome instanceof CellError) return isObject(value) && ("error" in value || "specialValue" in value);
  const isBlank = outcome === null || outcome === "" || (Array.isArray(outcome) && outcome.length === 0);
  if (value === undefined || value === null || value === "") return isBlank;
  if (typeof outcome === "number" && typeof value === "number")
    return Math.abs(outcome - value) <= NOISE * Math.max(1, Math.abs(value));
  if (type === "date" || type === "datetime") return listedValue(type, outcome, zone) === value;
  return outcome === value;
}

/** Leaves out formulas that do not fit together. */
function sound(
  formulas: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, ValueType>,
): ReadonlyMap<string, string> {
  const others = new Map([...plain].filter(([name]) => !formulas.has(name)));
  const checked = checkFormulas(formulas, others);
  const kept = new Map([...formulas].filter(([name]) => checked.get(name)?.type !== undefined));
  return kept.size === formulas.size ? kept : sound(kept, plain);
}
