import { latinWords } from "@jst/values";

const NAME_CHARS_MAX = 63;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** A table's name made from its display name: lower case, other characters as one `_`, a letter first. */
export function tableNameFrom(displayName: string): string {
  const words = latinWords(displayName).join("_");
  const name = /^[a-z]/.test(words) ? words : `table_${words}`;
  return name.slice(0, NAME_CHARS_MAX).replace(/_+$/, "");
}

/** A table of the team, by what it is called. */
export interface CalledTable {
  name: string;
  display_name: string;
}

/**
 * The made name, with a number where a table of another display name has it: scripts without Latin letters all make the
 * same. One of the same display name keeps it taken, so that a creation sent twice makes one table.
 */
export function freeTableName({ name, display_name }: CalledTable, tables: readonly CalledTable[]): string {
  const taken = new Set(tables.map((table) => table.name));
  const own = display_name.toLowerCase();
  if (!taken.has(name) || tables.some((table) => table.display_name.toLowerCase() === own)) return name;
  for (let number = 2; ; number += 1) {
    const suffix = `_${number}`;
    const numbered = `${name.slice(0, NAME_CHARS_MAX - suffix.length).replace(/_+$/, "")}${suffix}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** True for a text that can name a table. */
export function isTableName(text: string): boolean {
  return NAME.test(text);
}
