import type { FieldError } from "@jst/errors";
import { knownCode, type KnownCode } from "./known-codes.ts";

export type Members = Readonly<Record<string, unknown>>;

const TEXT_MAX = 1_000;

/** What value and unit of a code break (wellness.codes); 0 and false are values. */
export function quantityFaults({ value, unit }: Members, code: Members, at: string): FieldError[] {
  const known = knownCode(code["system"], code["code"]);
  if (known === undefined) return valueFault(value, `${at}value`);
  return [...numberFault(value, known, `${at}value`), ...unitFault(unit, known, `${at}unit`)];
}

function valueFault(value: unknown, field: string): FieldError[] {
  if (value === undefined || value === null)
    return [{ field, code: "required", message: "This member is required." }];
  if (typeof value === "string" && value.length > TEXT_MAX)
    return [{ field, code: "too_long", message: `Must have at most ${TEXT_MAX} characters.` }];
  if (["number", "boolean", "string"].includes(typeof value)) return [];
  return [{ field, code: "invalid_type", message: "Must be a number, a text, true or false." }];
}

function numberFault(value: unknown, { max = Infinity, isWhole }: KnownCode, field: string): FieldError[] {
  if (value === undefined || value === null)
    return [{ field, code: "required", message: "This member is required." }];
  if (typeof value !== "number") return [{ field, code: "invalid_type", message: "Must be a number." }];
  if (value < 0) return [{ field, code: "too_small", message: "Must be 0 or more." }];
  if (value > max) return [{ field, code: "too_large", message: `Must be at most ${max}.` }];
  if (isWhole === true && !Number.isInteger(value))
    return [{ field, code: "invalid_value", message: "Must be a whole number." }];
  return [];
}

function unitFault(unit: unknown, { units }: KnownCode, field: string): FieldError[] {
  if (typeof unit === "string" && units.includes(unit)) return [];
  const code = unit === undefined || unit === null ? "required" : "not_allowed";
  return [{ field, code, message: `The unit of this code, as UCUM writes it: ${units.join(" or ")}.` }];
}
