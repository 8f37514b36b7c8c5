import type { FieldError } from "@jst/errors";
import type { ValueType } from "@jst/formula";
import type { Field } from "@jst/query";
import type { RelationOptions } from "./relation.ts";

/** One choice of a select, multi_select or state column. */
export interface Choice {
  value: string;
  label: string;
  color?: string;
}

/** Settings of a column by its type, as `options` shows them. */
export interface ColumnOptions {
  /** Decimal places of a number, 0 to 8; absent = as many as a double holds. */
  precision?: number;
  /** ISO 4217 code of a currency column, whose cells are whole minor units. */
  currency?: string;
  /** Highest rating, 1 to 10. */
  max?: number;
  /** True where a cell of a file column holds a list of ids. */
  multiple?: boolean;
  /** Choices of a select or multi_select. */
  options?: Choice[];
  /** States of a state column. */
  states?: Choice[];
  /** State of a row that names none. */
  initial?: string;
  /** States reachable from each state; absent = all from all, a missing key allows nothing (tables.states). */
  transitions?: Record<string, string[]>;
  /** Text of a formula; the API shows it beside the options. */
  formula?: string;
  /** Result type of a formula, by which the column can be filtered. */
  result_type?: Exclude<ValueType, "null">;
  /** Target table of the cells; the API shows it beside the options. */
  relation?: RelationOptions;
}

/** Why a value does not fit, without naming the place; `member` is the fault's index in a list. */
export type Misfit = Omit<FieldError, "field"> & { member?: number };

/** A cell as it is stored, or why the value cannot be one. */
export type Reading = { value: unknown; misfit?: never } | { misfit: Misfit; value?: never };

/** Reads the settings of a new or changed column; faults go to `errors` under `at`. */
export type OptionsReader = (
  options: Record<string, unknown>,
  at: string,
  errors: FieldError[],
) => ColumnOptions;

/** A cell that is read from the row itself: SQL for its JSON over row alias `r`, and the same of a row's image. */
export interface OfRow {
  sql: string;
  of: (image: Readonly<Record<string, unknown>>) => unknown;
}

/** Everything the service knows of one type of column. */
export interface TypeDefinition {
  /**
   * Checks a value that is not null and brings it into the form it is stored in; null for one that is an empty cell.
   * The country is that of telephone numbers without a country code.
   */
  read: (value: unknown, options: ColumnOptions, country?: string) => Reading;
  /** How a list filters and sorts by the column; `name` needs no quoting. */
  field: (name: string, options: ColumnOptions) => Omit<Field, "name">;
  options: OptionsReader;
  /** True when cells can be compared as a whole, so that the column may be unique. */
  comparable: boolean;
  /** A cell in the form in which a unique column compares it; absent = as it is stored. */
  compared?: (cell: unknown) => unknown;
  /**
   * True when a cell can be there and yet hold nothing: an empty text or, stored before they became null, an empty
   * list.
   */
  mayBeBlank?: boolean;
  /**
   * Brings a cell of another type near this one without loss, for `read` to judge; absent = taken as it is. Days begin
   * in the zone.
   */
  adapt?: (value: unknown, options: ColumnOptions, zone: string) => unknown;
  /**
   * Kind of object that a cell names by its id, which must exist when the cell is written. No other type converts to
   * this one.
   */
  refersTo?: "row" | "member" | "contact" | "file";
  /**
   * SQL of cells that may stand for something else, as a merged contact does. `live` is the id that the cell reads as,
   * a uuid over alias `r`; `alike` is the array of all ids that stand for the same as those of an array of texts.
   */
  standsFor?: { live: (name: string) => string; alike: (ids: string) => string };
  /**
   * Filler of cells that callers cannot write: the row itself, the service when it stores a row, or a formula when it
   * is read.
   */
  filledBy?: OfRow | "service" | "formula";
  /** Value of a row that names none, when the column has no default of its own. */
  initial?: (options: ColumnOptions) => unknown;
}

/** A cell that fits. */
export function fits(value: unknown): Reading {
  return { value };
}

/** True for what a column that is required refuses as it does null. */
export function isBlank({ mayBeBlank = false }: TypeDefinition, cell: unknown): boolean {
  return cell === null || cell === undefined || (mayBeBlank && (cell === "" || isEmptyList(cell)));
}

/** True for a list of nothing. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A value that does not fit. */
export function misfit(code: string, message: string): Reading {
  return { misfit: { code, message } };
}

/** A value of another JSON type. */
export function mismatch(expected: string): Reading {
  return misfit("type_mismatch", `The value must be ${expected}.`);
}

/** The reader of types without settings. */
export const noOptions: OptionsReader = (options, at, errors) => members({}, options, at, errors);

/** Reads the members a type knows, each with its own reader; any other member is a fault. */
export function members(
  readers: Partial<{
    [K in keyof ColumnOptions]-?: (value: unknown, at: string, errors: FieldError[]) => ColumnOptions[K];
  }>,
  options: Record<string, unknown>,
  at: string,
  errors: FieldError[],
): ColumnOptions {
  const read = Object.entries(options).map(([name, value]) => {
    if (Object.hasOwn(readers, name)) {
      return [name, readers[name as keyof ColumnOptions]?.(value, `${at}.${name}`, errors)];
    }
    errors.push({
      field: `${at}.${name.slice(0, 80)}`,
      code: "unknown_field",
      message: "This column type does not have this option. Remove the option.",
    });
    return [name, undefined];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ColumnOptions;
}

/** A reader of a whole number between two bounds. */
export function wholeNumber(low: number, high: number) {
  return (value: unknown, at: string, errors: FieldError[]): number | undefined => {
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) return value;
    errors.push({
      field: at,
      code: "invalid_value",
      message: `Must be a whole number from ${low} to ${high}.`,
    });
    return undefined;
  };
}
