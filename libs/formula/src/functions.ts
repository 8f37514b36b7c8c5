import { datetimeOf } from "./calendar.ts";
import { dates } from "./functions/dates.ts";
import { lists } from "./functions/lists.ts";
import { logic } from "./functions/logic.ts";
import { math } from "./functions/math.ts";
import { text } from "./functions/text.ts";
import { row, type FormulaFunction } from "./signature.ts";

/** Functions about the row itself, independent of its cells. */
const record = [
  row("RECORD_ID", [], "text", ({ record: { id } }) => id),
  row("CREATED_TIME", [], "datetime", ({ record: { createdMs } }) => datetimeOf(createdMs)),
  row("LAST_MODIFIED_TIME", [], "datetime", ({ record: { updatedMs } }) => datetimeOf(updatedMs)),
].map((fn) => ({ ...fn, asksRecord: true }));

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

/** Suggests a function for a name that no function has: one that is spelled almost alike. */
export function unknownName(name: string): string {
  const expected = `a known function, true, false or {column}, not ${name.slice(0, NAME_MAX)}`;
  const upper = name.toUpperCase();
  if (upper.length > NAME_MAX) return expected;
  const near = [...byName.keys()].map((known) => ({ known, steps: stepsBetween(known, upper) }));
  const [best] = near.filter(({ steps }) => steps <= STEPS_MAX).toSorted((a, b) => a.steps - b.steps);
  return best === undefined ? expected : `${expected}; did you mean ${best.known}`;
}

const NAME_MAX = 40;
const STEPS_MAX = 2;

/** How many letters are added, left out or changed between two names. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [place, mark] of Array.from(other).entries())
      next.push(
        Math.min(
          (row[place] ?? 0) + (letter === mark ? 0 : 1),
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The function of an upper-case name or alias. */
export function findFunction(name: string): FormulaFunction | undefined {
  return byName.get(name);
}
