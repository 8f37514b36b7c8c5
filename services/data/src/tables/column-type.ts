import type { FieldError } from "@jst/errors";
import { isDate } from "@jst/query";

/** Types a column may have. */
export type ColumnType = "text" | "number" | "boolean" | "date" | "select" | "json";

/** Settings of a column by its type, as `options` shows them. */
export interface ColumnOptions {
  /** Decimal places of a number, 0 to 8; absent = as many as a double holds. */
  precision?: number;
  /** Choices of a select. */
  options?: { value: string; label: string; color?: string }[];
}

/** Why a value does not fit, without naming the place. */
export type Misfit = Omit<FieldError, "field">;

/** Characters of a text cell (contract 3). */
export const TEXT_CHARS_MAX = 100_000;

/** What each type accepts as a cell; null never reaches these. */
const fits: Record<ColumnType, (value: unknown, options: ColumnOptions) => Misfit | undefined> = {
  text: (value) => {
    if (typeof value !== "string") return mismatch("a text");
    if (value.length <= TEXT_CHARS_MAX || Array.from(value).length <= TEXT_CHARS_MAX) return undefined;
    return { code: "too_long", message: `A text has at most ${TEXT_CHARS_MAX} characters.` };
  },
  number: (value, options) => {
    if (typeof value !== "number") return mismatch("a number");
    return numberMisfit(value, options.precision);
  },
  boolean: (value) => (typeof value === "boolean" ? undefined : mismatch("true or false")),
  date: (value) => {
    if (typeof value !== "string") return mismatch("a date YYYY-MM-DD");
    return isDate(value)
      ? undefined
      : { code: "invalid_format", message: "A date is a day of the calendar, YYYY-MM-DD." };
  },
  select: (value, options) => {
    if (typeof value !== "string") return mismatch("one of the column's options");
    if (options.options?.some((option) => option.value === value)) return undefined;
    return { code: "invalid_value", message: "The value is none of the column's options." };
  },
  json: () => undefined,
};

/** Why the value cannot be a cell of the type; undefined when it can. */
export function misfitOf(type: ColumnType, options: ColumnOptions, value: unknown): Misfit | undefined {
  return fits[type](value, options);
}

/** Beyond 2^53 a double no longer says which number was meant; storing a rounded one would change data in silence. */
function numberMisfit(value: number, precision: number | undefined): Misfit | undefined {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return { code: "out_of_range", message: "A number lies between -9007199254740991 and 9007199254740991." };
  }
  if (precision === undefined || Number(value.toFixed(precision)) === value) return undefined;
  return { code: "too_precise", message: `The column holds ${precision} decimal places.` };
}

function mismatch(expected: string): Misfit {
  return { code: "type_mismatch", message: `The value must be ${expected}.` };
}
