import { dates } from "./functions/dates.ts";
import { lists } from "./functions/lists.ts";
import { logic } from "./functions/logic.ts";
import { math } from "./functions/math.ts";
import { record } from "./functions/record.ts";
import { text } from "./functions/text.ts";
import type { FormulaFunction } from "./signature.ts";

/** The function table, by groups: every function (tables.functions). */
export const groups: ReadonlyMap<string, readonly FormulaFunction[]> = new Map([
  ["Logic", logic],
  ["Numbers", math],
  ["Text", text],
  ["Dates", dates],
  ["Lists", lists],
  ["Record", record],
]);

// A Map, so that no name reaches a member every object has.
const byName = new Map(
  [...groups.values()].flat().flatMap((fn) => [fn.name, ...fn.aliases].map((name) => [name, fn] as const)),
);

/** The function of an upper-case name or alias. */
export function findFunction(name: string): FormulaFunction | undefined {
  return byName.get(name);
}
