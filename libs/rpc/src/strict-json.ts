import { AppError, ERRORS_MAX, validationFailed, type FieldError } from "@jst/errors";
import { fieldOf } from "./field-path.ts";
import { EXACT_DIGITS, withoutRounded } from "./rounded-integers.ts";

/** Deepest nesting of a JSON body (contract 3). */
export const JSON_DEPTH_MAX = 16;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body as strictly as the platform stores it. Refused with malformed_json: anything JSON.parse or
 * UTF-8 refuses, nesting beyond the limit, NUL and lone surrogates (PostgreSQL holds neither). Refused with
 * validation_failed: `__proto__` as a name, numbers beyond a double, and integers that a double would round.
 */
export function parseStrictJson(bytes: Uint8Array, depthMax: number = JSON_DEPTH_MAX): unknown {
  const value = parseJson(bytes, depthMax);
  requireStrict(value);
  return value;
}

/**
 * The first half of parseStrictJson: JSON in UTF-8 within the depth, whatever it holds. An integer that a double would
 * round is infinite, as is a number beyond a double, for the second half to refuse.
 */
export function parseJson(bytes: Uint8Array, depthMax: number): unknown {
  if (bytes.length === 0) throw malformed("The body is empty; send a JSON object.");
  const { depth, hasLongNumber } = scan(bytes, depthMax);
  if (depth > depthMax) throw malformed(`The body nests deeper than ${depthMax} levels.`);
  try {
    return JSON.parse(decoder.decode(hasLongNumber ? withoutRounded(bytes) : bytes));
  } catch {
    throw malformed("The body is not valid JSON in UTF-8.");
  }
}

/** The second half: refuses what the value holds and the platform does not store. */
export function requireStrict(value: unknown): void {
  const errors: FieldError[] = [];
  inspect(value, [], errors);
  if (writtenOut(value) > WRITTEN_OUT_MAX) {
    errors.push({
      field: "",
      code: "too_large",
      message: "The numbers of the body have too many digits in all.",
    });
  }
  if (errors.length > 0) throw validationFailed(errors);
}

/** Digits that all very large and very small numbers of one body may have together. */
const WRITTEN_OUT_MAX = 65_536;

/** Digits that jsonb will spell out where the client wrote an exponent: five bytes of 1e308 become 309. */
function writtenOut(value: unknown): number {
  if (typeof value === "number") {
    const digits = Math.abs(Math.log10(Math.abs(value)));
    return digits > 21 && Number.isFinite(digits) ? digits : 0;
  }
  if (value === null || typeof value !== "object") return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + writtenOut(member), 0);
}

function malformed(detail: string): AppError {
  return new AppError("malformed_json", detail);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Scans the bytes before anything is built from them: JSON.parse accepts a million levels, later steps do not. Ends as
 * soon as the depth is passed.
 */
function scan(bytes: Uint8Array, depthMax: number): { depth: number; hasLongNumber: boolean } {
  let [depth, deepest, digits, longest] = [0, 0, 0, 0];
  let inString = false;
  for (let index = 0; index < bytes.length && deepest <= depthMax; index++) {
    const byte = bytes[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte >= 0x30 && byte <= 0x39) longest = Math.max(longest, ++digits);
    else {
      digits = 0;
      if (byte === QUOTE) inString = true;
      else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
      else if (byte === 0x7d || byte === 0x5d) depth--;
    }
  }
  return { depth: deepest, hasLongNumber: longest > EXACT_DIGITS };
}

/** Walks the whole value, as any text of it may be malformed, and lists the first refused members. */
function inspect(value: unknown, path: readonly (string | number)[], errors: FieldError[]): void {
  if (typeof value === "string") requireStorable(value);
  else if (typeof value === "number") {
    if (!Number.isFinite(value))
      refuse(path, "out_of_range", "A double does not hold this number; send it as a text.", errors);
  } else if (Array.isArray(value)) value.forEach((item, index) => inspect(item, [...path, index], errors));
  else if (value !== null && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) {
      requireStorable(name);
      if (name === "__proto__")
        refuse([...path, name], "unknown_field", "This name is never accepted.", errors);
      else inspect(member, [...path, name], errors);
    }
  }
}

function refuse(
  path: readonly (string | number)[],
  code: string,
  message: string,
  errors: FieldError[],
): void {
  if (errors.length < ERRORS_MAX) errors.push({ field: fieldOf(path), code, message });
}

function requireStorable(text: string): void {
  if (!text.isWellFormed() || text.includes("\0"))
    throw malformed("The body holds a NUL or a lone surrogate.");
}
