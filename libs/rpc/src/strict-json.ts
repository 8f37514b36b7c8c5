import { AppError, ERRORS_MAX, EXACT_DIGITS, validationFailed, type FieldError } from "@jst/errors";
import { fieldOf } from "./field-path.ts";
import { withoutRounded } from "./rounded-integers.ts";

/** Deepest nesting of a JSON body (limits.depth). */
export const JSON_DEPTH_MAX = 16;
/**
 * Values of one body, members and items, of any depth: twice as many as 500 rows of 200 columns are (limits.batch).
 * Read at once, as many as 4 MiB can hold would keep every other request of the process waiting for a second.
 */
export const JSON_VALUES_MAX = 200_000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body as strictly as the platform stores it. Refused with malformed_json: anything JSON.parse or
 * UTF-8 refuses, nesting or values beyond the limit, NUL and lone surrogates (PostgreSQL holds neither). Refused with
 * validation_failed: `__proto__` as a name, numbers beyond a double, and integers that a double would round.
 */
export function parseStrictJson(bytes: Uint8Array, depthMax: number = JSON_DEPTH_MAX): unknown {
  const value = parseJson(bytes, depthMax);
  const faults = strictFaults(value);
  if (faults.length > 0) throw validationFailed(faults);
  return value;
}

/**
 * Parses JSON in UTF-8 within the limits, whatever it contains: the first half of parseStrictJson. An integer that a
 * double would round is infinite, as is a number beyond a double, so that the second half refuses it.
 */
export function parseJson(bytes: Uint8Array, depthMax: number): unknown {
  if (bytes.length === 0) throw malformed("The body is empty. Send a JSON object.");
  const { depth, values, hasLongNumber } = scan(bytes, depthMax);
  if (depth > depthMax)
    throw malformed(`The body is nested more than ${depthMax} levels deep. Nest it less.`);
  if (values > JSON_VALUES_MAX)
    throw malformed(`The body has more than ${JSON_VALUES_MAX} values. Send fewer at once.`);
  try {
    return JSON.parse(decoder.decode(hasLongNumber ? withoutRounded(bytes) : bytes));
  } catch {
    throw malformed("The body is not valid JSON in UTF-8. Correct it and send it again.");
  }
}

/**
 * Finds members of the value that the platform does not store: the second half of parseStrictJson. A schema's own
 * refusals may stand beside them. Throws malformed_json for texts that PostgreSQL cannot store.
 */
export function strictFaults(value: unknown): FieldError[] {
  const walk: Walk = { path: [], errors: [], writtenOut: 0 };
  inspect(value, walk);
  if (walk.writtenOut > WRITTEN_OUT_MAX) {
    walk.errors.push({
      field: "",
      code: "too_large",
      message: "All numbers of the body together have too many digits. Send fewer or shorter numbers.",
    });
  }
  return walk.errors;
}

/**
 * Parses a body that parseJson has accepted, with the text of each number in its place: a double may have fewer digits.
 */
export function withWrittenNumbers(bytes: Uint8Array): unknown {
  const reviver = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === "number" ? source : value;
  return JSON.parse(decoder.decode(bytes), reviver as (name: string, value: unknown) => unknown);
}

/** Digits that all very large and very small numbers of one body may have together. */
const WRITTEN_OUT_MAX = 65_536;

/** Digits that jsonb will spell out where the client wrote an exponent: five bytes of 1e308 become 309. */
function writtenOut(value: number): number {
  const digits = Math.abs(Math.log10(Math.abs(value)));
  return digits > 21 && Number.isFinite(digits) ? digits : 0;
}

function malformed(detail: string): AppError {
  return new AppError("malformed_json", detail);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Kind of the bytes, as far as a limit depends on it. */
interface Extent {
  depth: number;
  /** No fewer than there are. */
  values: number;
  hasLongNumber: boolean;
}

/**
 * Scans the bytes before anything is built from them: JSON.parse accepts a million levels, later steps do not. Ends as
 * soon as a limit is passed.
 */
function scan(bytes: Uint8Array, depthMax: number): Extent {
  let [depth, deepest, values, digits, longest] = [0, 0, 1, 0, 0];
  let inString = false;
  for (let index = 0; index < bytes.length && deepest <= depthMax && values <= JSON_VALUES_MAX; index++) {
    const byte = bytes[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte >= 0x30 && byte <= 0x39) longest = Math.max(longest, ++digits);
    else {
      digits = 0;
      if (byte === QUOTE) inString = true;
      else if (byte === COMMA) values++;
      else if (byte === 0x7b || byte === 0x5b) {
        values++;
        deepest = Math.max(deepest, ++depth);
      } else if (byte === 0x7d || byte === 0x5d) depth--;
    }
  }
  return { depth: deepest, values, hasLongNumber: longest > EXACT_DIGITS };
}

/** One look at everything in a value. */
interface Walk {
  /** Path of the present member; it is reused, because few paths are ever shown. */
  readonly path: (string | number)[];
  readonly errors: FieldError[];
  writtenOut: number;
}

/** Walks the whole value, as any text of it may be malformed, and lists the first refused members. */
function inspect(value: unknown, walk: Walk): void {
  if (typeof value === "string") requireStorable(value);
  else if (typeof value === "number") inspectNumber(value, walk);
  else if (Array.isArray(value)) {
    const depth = walk.path.push(0) - 1;
    for (let index = 0; index < value.length; index++) {
      walk.path[depth] = index;
      inspect(value[index], walk);
    }
    walk.path.pop();
  } else if (value !== null && typeof value === "object") inspectMembers(value, walk);
}

function inspectNumber(value: number, walk: Walk): void {
  if (Number.isFinite(value)) walk.writtenOut += writtenOut(value);
  else
    refuse(
      walk,
      "out_of_range",
      "This number is too large or has too many digits. Send a shorter one, or a text if this field accepts a text.",
    );
}

function inspectMembers(value: object, walk: Walk): void {
  const depth = walk.path.push("") - 1;
  for (const name of Object.keys(value)) {
    requireStorable(name);
    walk.path[depth] = name;
    if (name === "__proto__") refuse(walk, "unknown_field", "A field cannot have this name. Remove it.");
    else inspect((value as Record<string, unknown>)[name], walk);
  }
  walk.path.pop();
}

function refuse({ path, errors }: Walk, code: string, message: string): void {
  if (errors.length < ERRORS_MAX) errors.push({ field: fieldOf(path), code, message });
}

function requireStorable(text: string): void {
  if (!text.isWellFormed() || text.includes("\0"))
    throw malformed("The body contains a NUL character or a lone surrogate. Remove it.");
}
