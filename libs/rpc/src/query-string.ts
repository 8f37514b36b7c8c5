import { AppError } from "@jst/errors";
import type { JsonSchema } from "./handler.ts";

/**
 * Reads the query of a raw request target by the types its schema names: integers and booleans (1, 0, true,
 * false) become values, everything else stays text. A parameter given twice, empty or wrongly encoded is
 * invalid_parameter; whether it is known is the validator's question.
 */
export function readQuery(target: string, schema: JsonSchema | null): Record<string, unknown> {
  const start = target.indexOf("?");
  const query = Object.create(null) as Record<string, unknown>;
  if (start < 0) return query;
  const properties = (schema?.["properties"] ?? {}) as Record<string, JsonSchema>;
  for (const part of target.slice(start + 1).split("&")) {
    if (part === "") continue;
    const [rawName = "", ...rest] = part.split("=");
    const name = decode(rawName, rawName);
    const value = decode(rest.join("="), name);
    if (name in query) throw invalid(name, "is given more than once");
    if (value === "") throw emptyValue(name);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    query[name] = convert(value, property);
  }
  return query;
}

/** An empty `since` is a cursor that is none (contract 22). */
function emptyValue(name: string): AppError {
  if (name === "since") return new AppError("invalid_cursor", "since is empty.");
  return invalid(name, "is empty");
}

function convert(value: string, property: JsonSchema | undefined): unknown {
  if (property?.["type"] === "integer" && /^-?\d+$/.test(value)) return wholeNumber(value);
  if (property?.["type"] === "boolean" && /^(1|0|true|false)$/.test(value))
    return value === "1" || value === "true";
  // The `+` of an offset arrives as a blank where a client did not encode it.
  if (property?.["format"] === "date-time") return value.replace(/ (?=\d\d:\d\d$)/, "+");
  return value;
}

/** Beyond 2^53 no digit but the size counts; the nearest whole number keeps JSON and a limit that is clamped. */
function wholeNumber(digits: string): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(digits)));
}

function decode(text: string, name: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid(name, "is not valid percent-encoded UTF-8");
  }
  if (decoded.includes("\0")) throw new AppError("malformed_json", "The URL holds a NUL.");
  return decoded;
}

function invalid(name: string, reason: string): AppError {
  const shown = name.slice(0, 100);
  return new AppError("invalid_parameter", `The parameter "${shown}" ${reason}.`, {
    errors: [{ field: shown, code: "invalid_parameter", message: `The parameter ${reason}.` }],
  });
}
