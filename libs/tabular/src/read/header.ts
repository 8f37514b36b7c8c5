import { shapeOf, type Shape } from "../shapes.ts";
import type { Cell } from "./source.ts";

/**
 * Judges whether the first row names the columns. A cell that is a value like those below it speaks against that, and a
 * name above values for it. A first row without any hint is taken for names.
 */
export function isHeader(first: readonly Cell[], below: readonly (readonly Cell[])[]): boolean {
  let names = 0;
  let values = 0;
  for (const [column, cell] of first.entries()) {
    const own = kindOf(cell);
    if (own === "empty") continue;
    const kind = commonKind(below.map((row) => kindOf(row[column] ?? null)));
    if (own === "text" && kind !== undefined && kind !== "text") names += 1;
    // A year above numbers is a name as often as a value.
    else if (own !== "text" && own === kind && !isYear(cell)) values += 1;
    else if (own !== "text" && below.length === 0) values += 1;
  }
  return values === 0 || names > values;
}

function kindOf(cell: Cell): Shape {
  if (cell === null) return "empty";
  if (typeof cell === "string") return shapeOf(cell);
  if (typeof cell === "object") return "date" in cell ? "date" : "number";
  return typeof cell === "number" ? "number" : "truth";
}

const isYear = (cell: Cell): boolean =>
  (typeof cell === "string" || typeof cell === "number") && /^(?:19|20)\d\d$/.test(String(cell).trim());

/** The kind that more than half of the filled cells have. */
function commonKind(kinds: readonly Shape[]): Shape | undefined {
  const filled = kinds.filter((kind) => kind !== "empty");
  const counts = new Map<Shape, number>();
  for (const kind of filled) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].find(([, count]) => count * 2 > filled.length)?.[0];
}
