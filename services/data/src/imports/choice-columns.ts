import type { AddedChoices, CellReading, ImportColumn } from "@jst/importing";
import { readList, sourceText, type Cell } from "@jst/tabular/read";
import { composed, readChoice } from "@jst/values";
import type { ColumnSchema } from "../engine/schema/schema.ts";
import { CHOICES_MAX, isChoiceText } from "../engine/types/choices.ts";
import type { Choice } from "../engine/types/definition.ts";

/** Column whose unknown choices are added by the run. */
export interface ChoiceColumn {
  /** Name of the column among the choices that an import adds. */
  key: string;
  name: string;
  /** Choices of the column as it is. */
  own: readonly Choice[];
  /** All choices that cells can name: those of the column, those that rows before add, and those of this page. */
  choices: Choice[];
}

/** Forgets choices that only rejected rows have. */
export function forgetUnused(columns: readonly ChoiceColumn[], adds: AddedChoices): void {
  for (const column of columns)
    column.choices = [...column.own, ...missingIn(column.own, adds[column.key] ?? [])];
}

/** Returns a column with the choices that the rows of an import have added to it until now. */
export function choiceColumn(
  { name, options }: Pick<ColumnSchema, "name" | "options">,
  key: string,
  adds: AddedChoices,
): ChoiceColumn {
  const added = new Set(adds[key]);
  const own = (options.options ?? []).filter(({ value }) => !added.has(value));
  return { key, name, own, choices: [...own, ...missingIn(own, adds[key] ?? [])] };
}

/** Returns the values that are not among the choices, as choices. */
export function missingIn(
  choices: readonly Pick<Choice, "value" | "label">[],
  values: readonly string[],
): Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  return values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
}

/** Reads a cell whose unknown choices are added (imports.added-choices). */
export function addingChoices(
  { choices }: ChoiceColumn,
  { type }: Pick<ColumnSchema, "type">,
  cell: Exclude<Cell, null>,
): CellReading {
  const text = composed(sourceText(cell)).trim();
  const values = new Set<string>();
  for (const item of type === "multi_select" ? readList(text) : [text]) {
    const { value } = readChoice(item, choices);
    if (value !== undefined) values.add(value);
    else {
      const fault = faultOf(item, choices.length);
      if (fault !== undefined) return { fault };
      choices.push({ value: item, label: item });
      values.add(item);
    }
  }
  return { value: type === "multi_select" ? [...values] : text === "" ? null : [...values][0] };
}

function faultOf(item: string, count: number): { code: string; message: string } | undefined {
  if (!isChoiceText(item))
    return { code: "invalid_value", message: "A choice has at most 200 characters. Shorten the text." };
  if (count < CHOICES_MAX) return undefined;
  const message = `The column already has ${CHOICES_MAX} choices, which is the maximum. Choose another type of column.`;
  return { code: "limit_reached", message };
}

/** Returns the choices that an import adds once it writes these rows too, in their order in the source. */
export function addedChoices(
  columns: readonly ChoiceColumn[],
  adds: AddedChoices,
  rows: readonly { data: Record<string, unknown> }[],
): AddedChoices {
  const all: Record<string, readonly string[]> = { ...adds };
  for (const { key, name, own, choices } of columns) {
    const before = new Set(adds[key]);
    const used = new Set(rows.flatMap(({ data }) => (Object.hasOwn(data, name) ? data[name] : [])));
    const known = new Set(own.map(({ value }) => value));
    const added = choices
      .map(({ value }) => value)
      .filter((value) => !known.has(value) && (before.has(value) || used.has(value)));
    if (added.length > 0) all[key] = added;
  }
  return all;
}

/** Finds what keeps the unknown values of a column from being added or made. */
export function unknownFault({ on_unknown: way }: ImportColumn, type: string): string | undefined {
  if (way === "add" && type !== "select" && type !== "multi_select")
    return "Only columns of the types select and multi_select get new choices. Send reject or empty.";
  if (way === "create" && type !== "relation")
    return "Only columns of the type relation make the rows that they name. Send reject, empty or add.";
  return undefined;
}
