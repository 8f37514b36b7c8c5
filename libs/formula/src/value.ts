/** A day of the calendar, in days since 1970-01-01, or an instant in milliseconds. */
export type Moment = { kind: "date"; day: number } | { kind: "datetime"; ms: number };

/** Value of an expression. Errors are thrown, see CellError. */
export type Value = null | number | string | boolean | Moment | readonly Value[];

/** Static type of an expression; "any" is decided row by row, "null" is a blank only. */
export type ValueType = "number" | "text" | "boolean" | "date" | "datetime" | "list" | "any" | "null";

/** The error values (tables.formula-errors). */
export type CellErrorCode = "#DIV/0!" | "#VALUE!" | "#REF!" | "#NUM!";

/** An error value on its way up; IFERROR and ISERROR stop it. */
export class CellError extends Error {
  readonly code: CellErrorCode;

  constructor(code: CellErrorCode) {
    super(code);
    this.code = code;
  }
}

const errors: Record<CellErrorCode, CellError> = {
  "#DIV/0!": new CellError("#DIV/0!"),
  "#VALUE!": new CellError("#VALUE!"),
  "#REF!": new CellError("#REF!"),
  "#NUM!": new CellError("#NUM!"),
};

/** The error value of a code. One object each: it is an outcome, nobody reads its stack, and a stack takes longer to
 * record than a formula to evaluate. */
export function cellError(code: CellErrorCode): CellError {
  return errors[code];
}

/** Text of a value may grow to this many characters, that of a text cell (limits.cells). */
const TEXT_CHARS_MAX = 100_000;
/** Items of a list. */
export const LIST_ITEMS_MAX = 10_000;

/** True for a date or datetime. */
export function isMoment(value: Value): value is Moment {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** True for a list. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** The type of a value that is there. */
export function typeOf(value: Value): ValueType {
  if (value === null) return "null";
  if (typeof value === "object") return isMoment(value) ? value.kind : "list";
  return typeof value === "number" ? "number" : typeof value === "string" ? "text" : "boolean";
}

/** Returns the number without a negative zero; #NUM! if a double cannot represent it. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw cellError("#NUM!");
  return value === 0 ? 0 : value;
}

/** The text itself; #NUM! when it has grown too large. */
export function bounded(text: string): string {
  requireRoom(text.length);
  if (text.length > TEXT_CHARS_MAX && charactersOf(text) > TEXT_CHARS_MAX) throw cellError("#NUM!");
  return text;
}

/** #NUM! for a length that no text within bounds has, to be asked before it is made: a character is one or two long. */
export function requireRoom(length: number): void {
  if (length > 2 * TEXT_CHARS_MAX) throw cellError("#NUM!");
}

/** Characters of a text as cells count them: code points. */
export function charactersOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count += 1;
  return count;
}
