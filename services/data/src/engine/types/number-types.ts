import type { FieldError } from "@jst/errors";
import {
  type ColumnOptions,
  fits,
  members,
  misfit,
  mismatch,
  noOptions,
  type OptionsReader,
  type Reading,
  type TypeDefinition,
  wholeNumber,
} from "./definition.ts";

const RATING_MAX = 5;
/** Decimal digits every double keeps. */
const DIGITS_MAX = 15;
const currencies = new Set(Intl.supportedValuesOf("currency"));

function numberType(
  options: OptionsReader,
  read: (value: number, options: ColumnOptions) => Reading,
): TypeDefinition {
  return {
    read: (value, settings) => {
      if (typeof value !== "number") return mismatch("a number");
      // Beyond 2^53 a double no longer says which number was meant; a rounded one would change data in silence.
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        return misfit("out_of_range", "Must be from -9007199254740991 to 9007199254740991.");
      }
      return read(value, settings);
    },
    field: (name) => ({ kind: "number", sql: `platform.jsonb_number(r.data, '${name}')` }),
    options,
    comparable: true,
    adapt: asNumber,
  };
}

/** A number with at most `precision` decimal places. */
export const number = numberType(
  (options, at, errors) => members({ precision: wholeNumber(0, 8) }, options, at, errors),
  (value, { precision }) =>
    precision === undefined || Number(value.toFixed(precision)) === value
      ? fits(value)
      : misfit("too_precise", `Must have at most ${precision} decimal places.`),
);

/** Hundredths of a whole: 12.5 means 12.5 %. */
export const percent = numberType(noOptions, fits);

/** A whole number. */
export const integer = numberType(noOptions, (value) => whole(value));

/** Whole minor units of the column's currency. */
export const currency = numberType(readCurrency, (value) =>
  Number.isInteger(value)
    ? fits(value)
    : misfit("too_precise", "Must be whole minor units of the currency: send 1150 for 11.50 EUR."),
);

/** Whole seconds, not negative. */
export const duration = numberType(noOptions, (value) => whole(value, 0));

/** A whole number from 1 to `max`. */
export const rating = numberType(
  (options, at, errors) => ({
    max: RATING_MAX,
    ...members({ max: wholeNumber(1, 10) }, options, at, errors),
  }),
  (value, { max = RATING_MAX }) => whole(value, 1, max),
);

/** Numbered by the service from 1 in the order rows are stored, without gaps. */
export const autonumber: TypeDefinition = {
  ...integer,
  read: () =>
    misfit("read_only", "The platform numbers the rows, so you cannot write this column. Remove the value."),
  filledBy: "service",
};

function whole(value: number, low = -Infinity, high = Infinity): Reading {
  if (!Number.isInteger(value)) return misfit("too_precise", "Must be a whole number.");
  if (value >= low && value <= high) return fits(value);
  return misfit(
    "out_of_range",
    high === Infinity ? `Must be at least ${low}.` : `Must be from ${low} to ${high}.`,
  );
}

function readCurrency(options: Record<string, unknown>, at: string, errors: FieldError[]) {
  const read = members({ currency: currencyCode }, options, at, errors);
  if (!Object.hasOwn(options, "currency")) {
    errors.push({
      field: `${at}.currency`,
      code: "required",
      message: "A currency column needs the field currency. Send a currency code such as EUR.",
    });
  }
  return read;
}

function currencyCode(value: unknown, at: string, errors: FieldError[]): string | undefined {
  if (typeof value === "string" && currencies.has(value)) return value;
  errors.push({
    field: at,
    code: "invalid_value",
    message: "Must be a currency code of ISO 4217 in upper case, such as EUR.",
  });
  return undefined;
}

/**
 * The number a text writes, unless something of the text would be lost: 007 and most texts of seventeen digits stay
 * texts. What a number became as a text comes back, as it is written in the one way that numbers are.
 */
function asNumber(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const number = Number(value);
  if (Number.isFinite(number) && String(number) === value) return number;
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)) return value;
  return value.replace(/[-.]/g, "").length <= DIGITS_MAX ? number : value;
}
