import { formulaReader } from "./formula-reader.ts";
import type { Layout } from "./row-run.ts";
import type { ValueType } from "./value.ts";

/** A formula of a program. */
export interface Entry {
  name: string;
  place: number;
  /** Places of the plain columns it needs, itself or by the formulas it needs. */
  needs: ReadonlySet<number>;
  needsRecord: boolean;
  /** The places of the formulas it needs and its own: each after those it needs itself. */
  order: readonly number[];
}

/** The formulas of a table, laid out for a row. */
export interface Program {
  layout: Layout;
  /** The plain columns that are read, by place. */
  columns: readonly string[];
  /** The texts of the formulas, by place. */
  sources: readonly string[];
  entries: ReadonlyMap<string, Entry>;
}

/**
 * Lays out stored formulas (by column). Columns that are gone read as #REF!, and so does a formula that cannot be read.
 * What runs is made when a row asks for it, and let go as others need the room.
 */
export function programOf(
  formulas: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, ValueType>,
  reader = formulaReader,
): Program {
  const read = new Map([...formulas].map(([name, source]) => [name, reader.read(source)]));
  const used = new Set([...read.values()].flatMap((formula) => formula.columns));
  const columns = [...plain.keys()].filter((name) => used.has(name));
  const inputs = placesOf(columns);
  const outcomes = placesOf([...formulas.keys()]);
  const needed = new Map([...read].map(([name, formula]) => [name, formula.columns]));
  const entries = [...outcomes].map(([name, place]): [string, Entry] => {
    const names = inOrder(name, needed);
    const all = names.flatMap((each) => read.get(each) ?? []);
    const needs = all.flatMap((formula) => formula.columns.flatMap((column) => inputs.get(column) ?? []));
    const order = names.flatMap((each) => outcomes.get(each) ?? []);
    const needsRecord = all.some(({ asksRecord }) => asksRecord);
    return [name, { name, place, needs: new Set(needs), needsRecord, order }];
  });
  const types = columns.map((name) => plain.get(name) ?? "any");
  const sources = [...formulas.values()];
  const runOf = (place: number) => reader.runOf(sources[place] ?? "");
  return {
    layout: { types, inputs, formulas: outcomes, runOf },
    columns,
    sources,
    entries: new Map(entries),
  };
}

const placesOf = (names: readonly string[]) => new Map(names.map((name, place) => [name, place]));

/** Every formula that the named one builds upon, each after those it needs itself, and the named one last. */
function inOrder(name: string, needed: ReadonlyMap<string, readonly string[]>): string[] {
  const met = new Set<string>();
  const order: string[] = [];
  const visit = (each: string): void => {
    if (met.has(each)) return;
    met.add(each);
    for (const column of needed.get(each) ?? []) if (needed.has(column)) visit(column);
    order.push(each);
  };
  visit(name);
  return order;
}
