import type { AnyField } from "../parts/fields.ts";
import { shownValue } from "../parts/values.ts";
import { ROWS } from "../words/tables.ts";
import { KINDS } from "./cells.ts";
import type { Column, Row } from "./tables.ts";

/** What a form of a row has: a text for each cell that is written. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** The fields of a row, by the names under which the API tells their faults. */
export function rowFields(columns: readonly Column[]): AnyField[] {
  return columns.flatMap((column): AnyField[] => {
    const kind = KINDS[column.type];
    if (kind === undefined) return [];
    const choices = choicesOf(column);
    return [
      {
        name: `data.${column.name}`,
        label: column.display_name,
        kind,
        isRequired: column.required && kind !== "check",
        ...(choices === undefined ? {} : { choices }),
        ...(column.type === "json" ? { help: ROWS.jsonHelp } : {}),
      },
    ];
  });
}

/** What the fields of a row begin with. */
export function writtenRow(columns: readonly Column[], row: Row): WrittenRow {
  const data = row.data as WrittenRow;
  return Object.fromEntries(
    columns.map((column) => {
      const value = data[column.name];
      return [`data.${column.name}`, column.type === "json" ? shownValue(value) : value];
    }),
  );
}

/** The cells that were written. */
export function cellsOf(columns: readonly Column[], written: WrittenRow): WrittenRow {
  return Object.fromEntries(
    Object.entries(written).map(([field, value]) => {
      const name = field.replace(/^data\./, "");
      const isJson = columns.find((column) => column.name === name)?.type === "json";
      return [name, isJson && typeof value === "string" ? parsed(value) : value];
    }),
  );
}

/** A text that is no JSON is sent as it is: the API says what it makes of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The choices of a column by their values; undefined where it has none. */
export function choicesOf({ type, options }: Column): Readonly<Record<string, string>> | undefined {
  const member = CHOSEN_FROM[type];
  if (member === undefined) return undefined;
  const all = (options as Partial<Record<string, { value: string; label?: string }[]>> | undefined)?.[member];
  return Object.fromEntries((all ?? []).map(({ value, label }) => [value, label ?? value]));
}

/** Under which name the options of a column have what is chosen from. */
const CHOSEN_FROM: Partial<Record<Column["type"], string>> = {
  select: "options",
  multi_select: "options",
  state: "states",
};
