import type { FieldError } from "@jst/errors";
import type { ColumnOptions, ColumnType } from "./column-type.ts";

/** Choices of one select column (contract 3). */
export const SELECT_OPTIONS_MAX = 500;
const VALUE_CHARS_MAX = 200;
const COLOR = /^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$/;

/** Reads the settings of a column; what it does not understand goes to `errors` under `at`. */
export function readOptions(
  type: ColumnType,
  options: Record<string, unknown>,
  at: string,
  errors: FieldError[],
): ColumnOptions {
  const known = type === "number" ? "precision" : type === "select" ? "options" : undefined;
  for (const name of Object.keys(options)) {
    if (name !== known)
      errors.push({
        field: `${at}.${name}`,
        code: "unknown_field",
        message: `A ${type} column has no such option.`,
      });
  }
  if (known === undefined || !Object.hasOwn(options, known)) return {};
  return known === "precision"
    ? readPrecision(options[known], `${at}.precision`, errors)
    : readChoices(options[known], `${at}.options`, errors);
}

function readPrecision(value: unknown, at: string, errors: FieldError[]): ColumnOptions {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 8)
    return { precision: value };
  errors.push({ field: at, code: "invalid_value", message: "precision is a whole number from 0 to 8." });
  return {};
}

function readChoices(value: unknown, at: string, errors: FieldError[]): ColumnOptions {
  if (!Array.isArray(value) || value.length > SELECT_OPTIONS_MAX) {
    errors.push({
      field: at,
      code: "invalid_value",
      message: `options is a list of at most ${SELECT_OPTIONS_MAX} choices.`,
    });
    return {};
  }
  const taken = new Set<string>();
  const choices = value.map((choice: unknown, index) => {
    const read = readChoice(choice, taken);
    if (!("fault" in read)) return read;
    const { member, code, message } = read.fault;
    errors.push({ field: member === "" ? `${at}.${index}` : `${at}.${index}.${member}`, code, message });
    return undefined;
  });
  return { options: choices.filter((choice) => choice !== undefined) };
}

type Choice = NonNullable<ColumnOptions["options"]>[number];

/** Why a choice was refused, and at which member. */
interface Fault {
  fault: { member: string; code: string; message: string };
}

function readChoice(choice: unknown, taken: Set<string>): Choice | Fault {
  if (typeof choice !== "object" || choice === null || Array.isArray(choice)) {
    return fault("", "type_mismatch", "A choice is an object {value, label?, color?}.");
  }
  const { value, label = value, color, ...rest } = choice as Record<string, unknown>;
  const stranger = Object.keys(rest)[0];
  if (stranger !== undefined) return fault(stranger, "unknown_field", "A choice has value, label and color.");
  if (!isShortText(value))
    return fault("value", "invalid_value", `A text of 1 to ${VALUE_CHARS_MAX} characters.`);
  if (!isShortText(label))
    return fault("label", "invalid_value", `A text of 1 to ${VALUE_CHARS_MAX} characters.`);
  if (taken.has(value)) return fault("value", "duplicate", "Each value stands once.");
  taken.add(value);
  if (color === undefined || color === null) return { value, label };
  if (typeof color === "string" && COLOR.test(color)) return { value, label, color };
  return fault("color", "invalid_value", "Write #rrggbb or the name of a palette colour.");
}

function fault(member: string, code: string, message: string): Fault {
  return { fault: { member, code, message } };
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= VALUE_CHARS_MAX;
}
