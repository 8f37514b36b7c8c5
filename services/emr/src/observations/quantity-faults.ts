import type { FieldError } from "@jst/errors";
import { boundsIn, knownCode, type Bounds, type KnownCode } from "./known-codes.ts";

export type Members = Readonly<Record<string, unknown>>;

const TEXT_MAX = 1_000;

/** Finds the faults of value and unit for a code (wellness.codes); 0 and false are values. */
export function quantityFaults({ value, unit }: Members, code: Members, at: string): FieldError[] {
  const known = knownCode(code["system"], code["code"]);
  if (known === undefined) return valueFault(value, `${at}value`);
  const bounds = boundsIn(known, unit);
  return [...numberFault(value, known, bounds, `${at}value`), ...unitFault(unit, known, `${at}unit`)];
}

function valueFault(value: unknown, field: string): FieldError[] {
  if (value === undefined || value === null)
    return [{ field, code: "required", message: "This field is required." }];
  if (typeof value === "string" && value.length > TEXT_MAX)
    return [{ field, code: "too_long", message: `Must have at most ${TEXT_MAX} characters.` }];
  if (["number", "boolean", "string"].includes(typeof value)) return [];
  return [{ field, code: "invalid_type", message: "Must be a number, a text, true or false." }];
}

function numberFault(
  value: unknown,
  { isWhole }: KnownCode,
  bounds: Bounds | undefined,
  field: string,
): FieldError[] {
  if (value === undefined || value === null)
    return [{ field, code: "required", message: "This field is required." }];
  if (typeof value !== "number") return [{ field, code: "invalid_type", message: "Must be a number." }];
  const { min, max, below, above } = bounds ?? { min: 0, max: Infinity };
  const range = `Must be from ${min} to ${max} in this unit.`;
  if (value < min)
    return [
      {
        field,
        code: "too_small",
        message: bounds === undefined ? "Must be 0 or more." : advised(range, below),
      },
    ];
  if (value > max) return [{ field, code: "too_large", message: advised(range, above) }];
  if (isWhole === true && !Number.isInteger(value))
    return [{ field, code: "invalid_value", message: "Must be a whole number." }];
  return [];
}

const advised = (range: string, advice: string | undefined): string =>
  advice === undefined ? range : `${range} ${advice}`;

function unitFault(unit: unknown, known: KnownCode, field: string): FieldError[] {
  if (boundsIn(known, unit) !== undefined) return [];
  const code = unit === undefined || unit === null ? "required" : "not_allowed";
  const units = Object.keys(known.units).join(" or ");
  return [{ field, code, message: `Must be the unit of this code, as UCUM writes it: ${units}.` }];
}
