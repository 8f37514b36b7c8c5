import type { Expression } from "./ast.ts";
import { compile } from "./compile.ts";
import { FormulaInvalid } from "./formula-invalid.ts";
import { parseFormula, type Parsed } from "./parse.ts";
import type { Layout, Run } from "./row-run.ts";
import type { ValueType } from "./value.ts";

/** A formula of a program. */
export interface Entry {
  name: string;
  place: number;
  /** Places of the plain columns it needs, itself or by the formulas it needs. */
  needs: ReadonlySet<number>;
  needsRecord: boolean;
}

/** The formulas of a table as functions. */
export interface Program {
  layout: Layout;
  /** The plain columns that are read, by place. */
  columns: readonly string[];
  entries: ReadonlyMap<string, Entry>;
}

/** Compiles stored formulas (by column). Columns that are gone read as #REF!, and so does a formula that cannot be read. */
export function programOf(
  formulas: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, ValueType>,
): Program {
  const parsed = new Map([...formulas].map(([name, source]) => [name, parse(source)]));
  const used = new Set([...parsed.values()].flatMap((formula) => formula?.columns ?? []));
  const columns = [...plain.keys()].filter((name) => used.has(name));
  const inputs = placesOf(columns);
  const outcomes = placesOf([...formulas.keys()]);
  const resolve = (name: string): Run | undefined => {
    const input = inputs.get(name);
    if (input !== undefined) return (row) => row.cell(input);
    const outcome = outcomes.get(name);
    return outcome === undefined ? undefined : (row) => row.formula(outcome);
  };
  const runs = [...parsed.values()].map((formula) => formula && compile(formula.root, resolve));
  const entries = [...outcomes].map(([name, place]): [string, Entry] => {
    const all = [...reached(name, parsed)].flatMap((each) => parsed.get(each) ?? []);
    const needs = all.flatMap((formula) => formula.columns.flatMap((column) => inputs.get(column) ?? []));
    return [
      name,
      { name, place, needs: new Set(needs), needsRecord: all.some(({ root }) => asksRecord(root)) },
    ];
  });
  const types = columns.map((name) => plain.get(name) ?? "any");
  return { layout: { types, runs }, columns, entries: new Map(entries) };
}

const placesOf = (names: readonly string[]) => new Map(names.map((name, place) => [name, place]));

function parse(source: string): Parsed | undefined {
  try {
    return parseFormula(source);
  } catch (fault) {
    if (fault instanceof FormulaInvalid) return undefined;
    throw fault;
  }
}

/** The formula and every one it builds upon. */
function reached(name: string, parsed: ReadonlyMap<string, Parsed | undefined>): Set<string> {
  const names = new Set([name]);
  // A Set goes on to what is added while it is walked.
  for (const each of names) {
    for (const column of parsed.get(each)?.columns ?? []) if (parsed.has(column)) names.add(column);
  }
  return names;
}

/** True for an expression that asks what the row is, beside its cells. */
function asksRecord(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
    case "column":
      return false;
    case "negate":
      return asksRecord(node.operand);
    case "binary":
      return asksRecord(node.left) || asksRecord(node.right);
    case "call":
      return node.fn.asksRecord || node.args.some(asksRecord);
  }
}
