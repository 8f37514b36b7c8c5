import type { FormulaInvalid } from "./formula-invalid.ts";
import { formulaReader } from "./formula-reader.ts";
import type { ValueType } from "./value.ts";

/** Formula columns that need each other: the names from one back to itself. */
export class FormulaCycle extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    super(`The formula depends on itself: ${path.join(" -> ")}. Break the cycle at one of these columns.`);
    this.name = "FormulaCycle";
    this.path = path;
  }
}

/**
 * Result type of a formula, or why it cannot be evaluated. A stored formula with `unfit` can be evaluated but not
 * written again: it has an integer that a double would round.
 */
export type Checked =
  | { type: ValueType; unfit?: FormulaInvalid; fault?: never }
  | { fault: FormulaInvalid | FormulaCycle; type?: never; unfit?: never };

/**
 * Checks formulas (by column) against each other and the plain columns. A faulty one may yield any type for the
 * formulas that need it, so that a fault stands once, at its place.
 */
export function checkFormulas(
  formulas: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, ValueType>,
  reader = formulaReader,
): ReadonlyMap<string, Checked> {
  const known = new Map(plain);
  const checked = new Map<string, Checked>();
  const cycles = new Map<string, readonly string[]>();
  const visit = (name: string, way: readonly string[]): void => {
    const source = formulas.get(name);
    if (source === undefined || checked.has(name)) return;
    if (way.includes(name)) {
      const ring = way.slice(way.indexOf(name));
      ring.forEach((member, i) => cycles.set(member, [...ring.slice(i), ...ring.slice(0, i), member]));
      known.set(name, "any");
      return;
    }
    const { columns, unfit } = reader.read(source);
    for (const needed of columns) visit(needed, [...way, name]);
    const cycle = cycles.get(name);
    const found = cycle === undefined ? reader.typeOf(source, known) : new FormulaCycle(cycle);
    const outcome: Checked =
      typeof found === "string" ? { type: found, ...(unfit && { unfit }) } : { fault: found };
    checked.set(name, outcome);
    known.set(name, outcome.type ?? "any");
  };
  for (const name of formulas.keys()) visit(name, []);
  return new Map([...formulas.keys()].map((name) => [name, checked.get(name) ?? { type: "any" }]));
}
