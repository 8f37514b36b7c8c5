import { validationFailed, type FieldError } from "@jst/errors";
import type { PacketItem } from "../../gen/rpc.ts";

const TEXT_MAX = 10_000;
const RATING_MAX = 5;

/** Returns the fault of an answer; undefined if it is valid. */
type Check = (value: unknown, item: PacketItem) => Omit<FieldError, "field"> | undefined;

const mismatch = (message: string) => ({ code: "type_mismatch", message });
const aText: Check = (value) => {
  if (typeof value !== "string") return mismatch("Must be a text.");
  if (value.length <= TEXT_MAX) return undefined;
  return { code: "out_of_range", message: `Must have at most ${TEXT_MAX} characters.` };
};
const notOffered = { code: "invalid_option", message: "Must be one of the options." };

const checks: Record<PacketItem["type"], Check> = {
  text: aText,
  long_text: aText,
  boolean: (value) => (typeof value === "boolean" ? undefined : mismatch("Must be true or false.")),
  rating: (value) => {
    if (typeof value !== "number") return mismatch("Must be a whole number.");
    if (Number.isInteger(value) && value >= 1 && value <= RATING_MAX) return undefined;
    return { code: "out_of_range", message: `Must be a whole number from 1 to ${RATING_MAX}.` };
  },
  choice: (value, { options = [] }) => {
    if (typeof value !== "string") return mismatch("Must be one of the options.");
    return value === "" || options.includes(value) ? undefined : notOffered;
  },
  multi_choice: (value, { options = [] }) => {
    if (!Array.isArray(value)) return mismatch("Must be a list of options.");
    const chosen = new Set<unknown>(value);
    const isOffered = [...chosen].every((one) => typeof one === "string" && options.includes(one));
    return isOffered && chosen.size === value.length ? undefined : notOffered;
  },
};

/** Throws validation_failed with every invalid answer; a sheet may leave answers out. */
export function requireAnswers(
  items: readonly PacketItem[],
  answers: Readonly<Record<string, unknown>>,
): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  const errors = Object.entries(answers).flatMap(([id, value]): FieldError[] => {
    const field = `answers.${id}`;
    const item = byId.get(id);
    if (item === undefined)
      return [
        {
          field,
          code: "unknown_field",
          message: "The review packet does not have a question with this id. Check the id.",
        },
      ];
    const fault = value === null ? undefined : checks[item.type](value, item);
    return fault === undefined ? [] : [{ field, ...fault }];
  });
  if (errors.length > 0) throw validationFailed(errors);
}
