import { shownValue } from "../../parts/values.ts";
import { CHOICES } from "../../words/columns.ts";
import { valuesOf, type ColumnDraft } from "./column-draft.ts";

/** What a new row may begin with, by a key that stays as its name is written; without a name it has no value. */
export type DefaultChoices = ReadonlyMap<string, { name: string; value?: unknown }>;

/** What the default of a column is chosen from; undefined where it is written. */
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

/** What was chosen as the API takes it, without choices that are no longer there. */
export function chosenOf(choices: DefaultChoices, keys: unknown): unknown {
  if (Array.isArray(keys)) return keys.flatMap((key: unknown) => choices.get(String(key))?.value ?? []);
  return typeof keys === "string" ? (choices.get(keys)?.value ?? null) : keys;
}
