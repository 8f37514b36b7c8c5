/** JSON as a Bundle has it; its numbers are the texts that were written. */
export type Json = Record<string, unknown>;

/** A number as it was written: FHIR's decimals keep their digits. */
export class Decimal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** In JSON text it stands as it was written. */
  toJSON(): unknown {
    // The types do not know it yet.
    return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(this.text);
  }
}

/** Reads JSON with its numbers as they were written; throws SyntaxError. */
export function parseExact(text: string): unknown {
  const reviver = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === "number" ? new Decimal(source ?? String(value)) : value;
  return JSON.parse(text, reviver as (name: string, value: unknown) => unknown);
}

/** The value where it is an object; an empty one where it is anything else. */
export function objectIn(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Tests for an object that is neither a list nor a number. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** Returns the objects of a list; empty for any other value. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text that says something and that can be stored; else null. */
export function textIn(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.replaceAll("\0", "").toWellFormed();
  return text.trim() === "" ? null : text;
}

/** A number of a resource that was read; else null. */
export function numberIn(value: unknown): Decimal | null {
  return value instanceof Decimal ? value : null;
}

/** A number; undefined for anything else, and for one of more digits than anybody measures. */
export function readNumber(value: unknown): Decimal | undefined {
  if (!(value instanceof Decimal)) return undefined;
  const exponent = Math.abs(Number(/e(.*)$/i.exec(value.text)?.[1] ?? 0));
  return value.text.length > DIGITS_MAX || exponent > DIGITS_MAX ? undefined : value;
}

const DIGITS_MAX = 40;

/** The texts of a list. */
export function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => textIn(one) ?? []);
}
