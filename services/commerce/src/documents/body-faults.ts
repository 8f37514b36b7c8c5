import type { FieldError } from "@jst/errors";
import { lineFaults } from "../money/line-items.ts";

const KEY_MAX = 100;
const VALUE_MAX = 500;

/** The members of a body; none of what is no object, which its schema refuses. */
export const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};

/** The rules of the lines and the metadata of a document that its schema does not have. */
export function documentFaults(body: unknown, written: () => unknown, lines = "line_items"): FieldError[] {
  return [...lineFaults(lines, body, written), ...metadataFaults(membersOf(body)["metadata"])];
}

function metadataFaults(metadata: unknown): FieldError[] {
  return Object.entries(membersOf(metadata)).flatMap(([key, value]): FieldError[] => {
    const field = `metadata.${key.slice(0, KEY_MAX).toWellFormed()}`;
    const length = Array.from(key).length;
    if (length < 1 || length > KEY_MAX)
      return [{ field, code: "invalid_value", message: `A key has 1 to ${KEY_MAX} characters.` }];
    if (typeof value !== "string")
      return [{ field, code: "invalid_type", message: "Must be a text in quotes." }];
    return Array.from(value).length > VALUE_MAX
      ? [{ field, code: "too_long", message: `Must have at most ${VALUE_MAX} characters.` }]
      : [];
  });
}
