import { type Asked, invalidValue } from "./condition.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Refuses a value of an operator that has none. */
export function noValue(condition: Asked): void {
  if (condition.value !== undefined && condition.value !== null)
    throw invalidValue(condition, "the operators empty and nempty do not accept a value. Remove value.");
}

/** Reads a text. PostgreSQL stores neither NUL nor half of a surrogate pair, so no value can equal such a text. */
export function text(value: unknown, condition: Asked): string {
  if (typeof value !== "string")
    throw invalidValue(condition, "the value must be a text. Use the operator empty to find missing values.");
  if (value.includes("\0") || !value.isWellFormed())
    throw invalidValue(condition, "the text contains a character that cannot be stored. Remove it.");
  // JSON may have been sent with escapes, of which the door sees no letters.
  return value.normalize("NFC");
}

/** Reads a text that is compared as a whole, in the form the field keeps it in. */
export function wholeText(value: unknown, condition: Asked): string {
  const given = text(value, condition);
  return condition.field.kept?.(given, condition.context.country) ?? given;
}

/** Reads a finite number. */
export function number(value: unknown, condition: Asked): number {
  if (typeof value !== "number") throw invalidValue(condition, "the value must be a number.");
  if (!Number.isFinite(value))
    throw invalidValue(condition, "this number is too large or has too many digits. Use a shorter one.");
  return value;
}

/** Reads true or false. */
export function boolean(value: unknown, condition: Asked): boolean {
  if (typeof value !== "boolean") throw invalidValue(condition, "the value must be true or false.");
  return value;
}

/** Reads an id in lower case. */
export function uuid(value: unknown, condition: Asked): string {
  if (typeof value !== "string" || !UUID.test(value))
    throw invalidValue(condition, "the value must be an id.");
  return value.toLowerCase();
}
