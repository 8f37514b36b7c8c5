import { AppError, ERRORS_MAX, type FieldError } from "@jst/errors";
import { fieldOf } from "./field-path.ts";
import { composed } from "@jst/values";
import type { JsonSchema } from "./validator.ts";

/**
 * A query as it was read: the values to hold against the schema, and what is wrong with others whatever the schema
 * says.
 */
export interface ReadQuery {
  values: Record<string, unknown>;
  faults: FieldError[];
}

/**
 * Reads the query of a raw request target by the types that its schema names: integers and booleans (1, 0, true, false)
 * become values, everything else stays text. Reports a fault for a known parameter that is given twice or empty, and
 * for wrong encoding; the validator checks everything else. Throws for values that no parameter may have: a NUL, and an
 * empty `since`, which is not a valid cursor (conventions.parameters).
 */
export function readQuery(target: string, schema: JsonSchema | null): ReadQuery {
  const start = target.indexOf("?");
  const values = Object.create(null) as Record<string, unknown>;
  const faults: FieldError[] = [];
  if (start < 0) return { values, faults };
  const properties = (schema?.["properties"] ?? {}) as Record<string, JsonSchema>;
  const refuse = (name: string, reason: string) => {
    const field = fieldOf([name]);
    if (faults.length === ERRORS_MAX || faults.some((fault) => fault.field === field)) return;
    faults.push({ field, code: "invalid_parameter", message: `The parameter ${reason}.` });
  };
  for (const part of target.slice(start + 1).split("&")) {
    if (part === "") continue;
    const [rawName = "", ...rest] = part.split("=");
    const name = decoded(rawName);
    const value = decoded(rest.join("="));
    if (name === undefined || value === undefined) {
      refuse(name ?? rawName, "is not valid percent-encoded UTF-8. Correct its encoding");
      continue;
    }
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) values[name] = value;
    else if (name in values) refuse(name, "is sent more than once. Send it once");
    else if (value === "") refuseEmpty(name, refuse);
    else values[name] = convert(value, property);
  }
  return { values, faults };
}

function refuseEmpty(name: string, refuse: (name: string, reason: string) => void): void {
  if (name === "since")
    throw new AppError(
      "invalid_cursor",
      "The parameter since is empty. Send a time such as 2026-01-31T12:00:00Z, or remove since.",
    );
  refuse(name, "is empty. Send a value, or remove it");
}

function convert(value: string, property: JsonSchema): unknown {
  if (property["type"] === "integer" && /^-?\d+$/.test(value)) return wholeNumber(value);
  if (property["type"] === "boolean" && /^(1|0|true|false)$/.test(value))
    return value === "1" || value === "true";
  return value;
}

/** Beyond 2^53 no digit but the size counts; the nearest whole number keeps JSON and a limit that is clamped. */
function wholeNumber(digits: string): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(digits)));
}

/** Decodes a text; undefined if it is not UTF-8 in percent-encoding. */
function decoded(encoded: string): string | undefined {
  let text: string;
  try {
    text = decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    return undefined;
  }
  if (text.includes("\0"))
    throw new AppError("malformed_json", "The URL contains a NUL character. Remove it.");
  return composed(text);
}
