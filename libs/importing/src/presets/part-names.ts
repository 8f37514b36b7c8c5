import type { Source } from "@jst/tabular/read";
import { sourceText } from "@jst/tabular/read";
import { composed } from "@jst/values";
import { paced } from "../guessed-parts.ts";
import type { ImportPart } from "../import.ts";

/** Names of all rows of a source that are looked for; further parts are not linked to by a guess. */
const NAMES_MAX = 200_000;
const NAME_CHARS_MAX = 500;

/** Names of the rows of a part: the values of its first column. */
export interface PartNames {
  title: string;
  values: ReadonlySet<string>;
  /** True if each name is that of one row. */
  isUnique: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** Reads the names of the rows of all parts, as many as fit into memory. */
export async function namesOfParts(
  source: Source,
  parts: readonly ImportPart[],
  titles: readonly string[],
  teamId: string,
): Promise<PartNames[]> {
  const found: PartNames[] = [];
  let count = 0;
  for (const { index, rows } of parts) {
    count += rows;
    const title = titles[index] ?? "";
    const part = source.parts[index];
    if (count > NAMES_MAX || part === undefined) {
      found.push({ title, values: NONE, isUnique: false });
      continue;
    }
    const values = new Set<string>();
    let isUnique = true;
    for await (const { cells, faults } of paced(part.rows(), teamId)) {
      const name = nameIn(sourceText(cells[0] ?? null));
      if (faults.length > 0 || name === "") continue;
      isUnique &&= !values.has(name);
      if (name.length <= NAME_CHARS_MAX) values.add(name);
    }
    found.push({ title, values, isUnique });
  }
  return found;
}

/** Brings a name into the form in which names are compared. */
export const nameIn = (text: string): string => composed(text).trim();
