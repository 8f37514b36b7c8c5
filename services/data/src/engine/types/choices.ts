import type { FieldError } from "@jst/errors";
import type { Choice } from "./definition.ts";

/** Choices of one column (limits.columns). */
export const CHOICES_MAX = 500;
const VALUE_CHARS_MAX = 200;
const COLOR = /^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$/;

/** Reads a list of choices whose values are distinct; `bare` also takes a text for its own value. */
export function readChoices(value: unknown, at: string, errors: FieldError[], bare = false): Choice[] {
  if (!Array.isArray(value) || value.length > CHOICES_MAX) {
    errors.push({
      field: at,
      code: "invalid_value",
      message: `Must be a list of at most ${CHOICES_MAX} choices.`,
    });
    return [];
  }
  const taken = new Set<string>();
  const choices = value.map((choice: unknown, index) => {
    const read = readChoice(bare && typeof choice === "string" ? { value: choice } : choice, taken);
    if (!("fault" in read)) return read;
    const { member, code, message } = read.fault;
    errors.push({ field: member === "" ? `${at}.${index}` : `${at}.${index}.${member}`, code, message });
    return undefined;
  });
  return choices.filter((choice) => choice !== undefined);
}

/** Why a choice was refused, and at which member. */
interface Fault {
  fault: { member: string; code: string; message: string };
}

function readChoice(choice: unknown, taken: Set<string>): Choice | Fault {
  if (typeof choice !== "object" || choice === null || Array.isArray(choice)) {
    return fault("", "type_mismatch", "Must be an object with value, and optionally label and color.");
  }
  const { value, label = value, color, ...rest } = choice as Record<string, unknown>;
  const stranger = Object.keys(rest)[0];
  if (stranger !== undefined)
    return fault(
      stranger,
      "unknown_field",
      "A choice can have only value, label and color. Remove this field.",
    );
  if (!isChoiceText(value))
    return fault("value", "invalid_value", `Must be a text of 1 to ${VALUE_CHARS_MAX} characters.`);
  if (!isChoiceText(label))
    return fault("label", "invalid_value", `Must be a text of 1 to ${VALUE_CHARS_MAX} characters.`);
  if (taken.has(value))
    return fault("value", "duplicate", "Two choices have this value. Send each value once.");
  taken.add(value);
  if (color === undefined || color === null) return { value, label };
  if (typeof color === "string" && COLOR.test(color)) return { value, label, color };
  return fault(
    "color",
    "invalid_value",
    "Must be a colour such as #1d4ed8, or the name of a palette colour.",
  );
}

function fault(member: string, code: string, message: string): Fault {
  return { fault: { member, code, message } };
}

/** True for a text that can be the value or the label of a choice. */
export function isChoiceText(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= VALUE_CHARS_MAX;
}
