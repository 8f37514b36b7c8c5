import { shownValue } from "../../parts/values.ts";
import { CHOICES } from "../../words/columns.ts";
import { valuesOf, type ColumnDraft } from "./column-draft.ts";

/** Choices of a default by a key that survives renaming. A choice without a name has no value. */
export type DefaultChoices = ReadonlyMap<string, { name: string; value?: unknown }>;

/** Lists the choices of a default; undefined if the default is written instead. */
export function defaultChoices({ type, choices }: ColumnDraft): DefaultChoices | undefined {
  if (type === "boolean")
    return new Map([true, false].map((value) => [String(value), { name: shownValue(value), value }]));
  if (type !== "select" && type !== "multi_select") return undefined;
  const values = valuesOf(choices);
  return new Map(
    choices.map(({ key, name }, index) => [
      key,
      { name: name.trim() || CHOICES.one(index + 1), value: values.get(key) },
    ]),
  );
}

/** A default as the keys of what was chosen; the key of a choice that is there is its value. */
export function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "boolean" ? String(value) : value;
}

/** Converts the chosen default for the API and drops choices that were deleted. */
export function chosenOf(choices: DefaultChoices, keys: unknown): unknown {
  if (Array.isArray(keys)) return keys.flatMap((key: unknown) => choices.get(String(key))?.value ?? []);
  return typeof keys === "string" ? (choices.get(keys)?.value ?? null) : keys;
}
