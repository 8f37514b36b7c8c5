import { AppError, type FieldError } from "@jst/errors";
import { type Checked, checkFormulas, columnsIn, type ValueType } from "@jst/formula";
import type { ColumnCreate } from "../../../gen/rpc.ts";
import { closeName } from "./close-name.ts";
import type { ColumnOptions } from "../types/definition.ts";
import type { ColumnType } from "../types/types.ts";

/** Value type of a cell in formulas: minor units of a currency, seconds of a duration, ids of references. */
const valueTypes: Record<Exclude<ColumnType, "formula" | "relation" | "file">, ValueType> = {
  text: "text",
  long_text: "text",
  email: "text",
  phone: "text",
  url: "text",
  number: "number",
  integer: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  duration: "number",
  autonumber: "number",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  select: "text",
  multi_select: "list",
  state: "text",
  user: "text",
  contact: "text",
  json: "any",
  created_at: "datetime",
  updated_at: "datetime",
  created_by: "any",
  updated_by: "any",
};

/** Members of a column that formulas of the table need. */
interface AnyColumn {
  name: string;
  type: ColumnType;
  options: ColumnOptions;
}

/** Formulas of a table by column, and what formulas see in its other columns. */
export interface TableFormulas {
  formulas: ReadonlyMap<string, string>;
  plain: ReadonlyMap<string, ValueType>;
}

/** Parts the columns of a table into formulas and those they are made from. */
export function formulasOf(columns: readonly AnyColumn[]): TableFormulas {
  const formulas = new Map<string, string>();
  const plain = new Map<string, ValueType>();
  for (const { name, type, options } of columns) {
    if (type === "formula") formulas.set(name, options.formula ?? "");
    else if (type === "relation") plain.set(name, options.relation?.cardinality === "many" ? "list" : "text");
    else if (type === "file") plain.set(name, options.multiple === true ? "list" : "text");
    else plain.set(name, valueTypes[type]);
  }
  return { formulas, plain };
}

/**
 * The formula columns that need the column, by way of others too, in the order given; the column itself is not among
 * them. Each formula is read once, by `namesIn`: reading is what costs.
 */
export function formulasNeeding<C extends AnyColumn>(
  columns: readonly C[],
  needed: string,
  namesIn: (formula: string) => readonly string[] = columnsIn,
): C[] {
  const users = new Map<string, C[]>();
  for (const column of columns) {
    if (column.type !== "formula" || column.name === needed) continue;
    for (const name of namesIn(column.options.formula ?? ""))
      users.set(name, [...(users.get(name) ?? []), column]);
  }
  const found = new Set<C>();
  const waiting = [needed];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const each of users.get(name) ?? []) {
      if (found.has(each)) continue;
      found.add(each);
      waiting.push(each.name);
    }
  }
  return columns.filter((each) => found.has(each));
}

/** Adds the faults of a column that is a formula without one, or has what only the other kind has. */
export function checkFormulaMembers(column: ColumnCreate, at: string, errors: FieldError[]): void {
  if (column.type !== "formula") {
    if ((column.formula ?? null) !== null)
      errors.push({
        field: `${at}formula`,
        code: "invalid_value",
        message: 'Only a formula column can have a formula. Remove formula, or send the type "formula".',
      });
    return;
  }
  if ((column.formula ?? null) === null)
    errors.push({
      field: `${at}formula`,
      code: "required",
      message: 'A formula column needs the field formula, such as "{amount} * {quantity}".',
    });
  if (column.required === true)
    errors.push({
      field: `${at}required`,
      code: "invalid_value",
      message: "A formula column cannot be required, because nobody fills it in. Remove required.",
    });
}

/**
 * Adds the result type of each formula, checked against all columns that the table will have. `at` is the place in the
 * request of a formula that is written now. Its fault is thrown as formula_invalid or formula_cycle, and so is an
 * integer that a double would round. A stored formula may have such an integer, and has any result type if it has
 * become faulty.
 */
export function withResultTypes<C extends AnyColumn>(
  columns: readonly C[],
  at: (name: string) => string | undefined,
): C[] {
  const checked = checksOf(columns);
  return columns.map((column) => {
    const check = checked.get(column.name);
    if (check === undefined) return column;
    const place = at(column.name);
    const fault = check.fault ?? check.unfit;
    if (fault !== undefined && place !== undefined)
      throw refused(column.name, fault, { at: place, names: columns.map(({ name }) => name) });
    const { type = "any" } = check;
    return { ...column, options: { ...column.options, result_type: type === "null" ? "any" : type } };
  });
}

/** The formula columns that worked among the columns before and are faulty among those after. */
export function brokenFormulas<C extends AnyColumn>(before: readonly AnyColumn[], after: readonly C[]): C[] {
  const [was, is] = [checksOf(before), checksOf(after)];
  return after.filter(({ name }) => was.get(name)?.type !== undefined && is.get(name)?.fault !== undefined);
}

function checksOf(columns: readonly AnyColumn[]): ReadonlyMap<string, Checked> {
  const { formulas, plain } = formulasOf(columns);
  return checkFormulas(formulas, plain);
}

/** Place of a formula in the request, and the columns that it may name. */
interface FormulaPlace {
  at: string;
  names: readonly string[];
}

function refused(
  column: string,
  fault: NonNullable<Checked["fault"]>,
  { at, names }: FormulaPlace,
): AppError {
  const code = "path" in fault ? "formula_cycle" : "formula_invalid";
  const extension =
    "path" in fault
      ? { column, path: fault.path }
      : { column, position: fault.position, expected: fault.expected };
  const unknown = "path" in fault ? undefined : fault.unknownColumn;
  const meant = unknown === undefined ? undefined : closeName(unknown, names);
  const message = meant === undefined ? fault.message : `${fault.message} Did you mean {${meant}}?`;
  return new AppError(code, `The formula of ${column} cannot be stored. ${message}`, {
    extension,
    errors: [{ field: at, code, message }],
    cause: fault,
  });
}
