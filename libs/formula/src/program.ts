import { formulaReader } from "./formula-reader.ts";
import type { Layout } from "./row-run.ts";
import type { ValueType } from "./value.ts";

/** A formula of a program. */
export interface Entry {
  name: string;
  place: number;
  /** The columns it names, formulas among them. */
  columns: readonly string[];
  asksRecord: boolean;
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
  const entries = [...formulas].map(([name, source], place): [string, Entry] => {
    const { columns, asksRecord } = reader.read(source);
    return [name, { name, place, columns, asksRecord }];
  });
  const used = new Set(entries.flatMap(([, { columns }]) => columns));
  const columns = [...plain.keys()].filter((name) => used.has(name));
  const types = columns.map((name) => plain.get(name) ?? "any");
  const sources = [...formulas.values()];
  const runOf = (place: number) => reader.runOf(sources[place] ?? "");
  const layout = { types, inputs: placesOf(columns), formulas: placesOf([...formulas.keys()]), runOf };
  return { layout, columns, sources, entries: new Map(entries) };
}

const placesOf = (names: readonly string[]) => new Map(names.map((name, place) => [name, place]));

/** The formulas and every one they build upon, each after those it needs itself. */
export function inOrder({ entries }: Program, asked: readonly Entry[]): readonly Entry[] {
  const met = new Set<Entry>();
  const order: Entry[] = [];
  const visit = (entry: Entry): void => {
    if (met.has(entry)) return;
    met.add(entry);
    for (const column of entry.columns) {
      const needed = entries.get(column);
      if (needed !== undefined) visit(needed);
    }
    order.push(entry);
  };
  asked.forEach(visit);
  return order;
}
