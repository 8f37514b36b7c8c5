import type { Source } from "@jst/tabular/read";
import { isOfValue, sourceText } from "@jst/tabular/read";
import { composed } from "@jst/values";
import { paced } from "../guessed-parts.ts";
import type { ImportPart } from "../import.ts";

/** Names of a source that are remembered, and their characters; further parts are not linked to by a guess. */
const MAX = { names: 200_000, chars: 10_000_000 };

/** Names of the rows of a part: the values of its first column. */
export interface PartNames {
  title: string;
  values: ReadonlySet<string>;
  /** True if each name is that of one row. */
  isUnique: boolean;
}

/** Reads the names of the rows of all parts, as many as fit into memory. */
export async function namesOfParts(
  source: Source,
  parts: readonly ImportPart[],
  titles: readonly string[],
  teamId: string,
): Promise<PartNames[]> {
  const found: PartNames[] = [];
  const left = { ...MAX };
  for (const { index } of parts) {
    const part = source.parts[index];
    const names = part === undefined ? undefined : await namesOf(part, left, teamId);
    found.push({ title: titles[index] ?? "", ...(names ?? { values: new Set(), isUnique: false }) });
  }
  return found;
}

async function namesOf(
  part: Source["parts"][number],
  left: { names: number; chars: number },
  teamId: string,
): Promise<Omit<PartNames, "title"> | undefined> {
  const values = new Set<string>();
  let isUnique = true;
  for await (const { cells, faults } of paced(part.rows(), teamId)) {
    const name = nameIn(sourceText(cells[0] ?? null));
    if (!faults.every(isOfValue) || name === "") continue;
    if (values.has(name)) isUnique = false;
    left.names -= 1;
    left.chars -= name.length;
    if (left.names < 0 || left.chars < 0) return undefined;
    values.add(name);
  }
  return { values, isUnique };
}

/** Brings a name into the form in which names are compared. */
export const nameIn = (text: string): string => composed(text).trim();
