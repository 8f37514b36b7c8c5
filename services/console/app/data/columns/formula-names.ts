import type { Column } from "../tables.ts";

/** Texts of a formula, and what stands in braces. */
const TEXT_OR_COLUMN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\{(?<called>[^{}]*)\}/gs;

/**
 * Writes the columns of a formula by their names for programs: a name for people stands for its column if no other one
 * has it. What names no column stays as it is, and the API refuses it.
 */
export function byProgramNames(
  formula: string,
  columns: readonly Pick<Column, "name" | "display_name">[],
): string {
  const names = new Set(columns.map(({ name }) => name));
  return formula.replaceAll(TEXT_OR_COLUMN, (whole, called: string | undefined) => {
    if (called === undefined || names.has(called)) return whole;
    const [found, ...others] = columns.filter(({ display_name: title }) => folded(title) === folded(called));
    return found === undefined || others.length > 0 ? whole : `{${found.name}}`;
  });
}

const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();
