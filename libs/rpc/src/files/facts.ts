import { labelOf, type CellKind, type Column } from "@jst/tabular";
import { FILE_PARAMETERS } from "@jst/tabular/parameters";
import type { JsonSchema } from "../validator.ts";

/** A member of the items of a list: its key, its kind, and for money the key of its currency. */
export type ColumnFacts = readonly [key: string, kind: CellKind, currency?: string];

/** Facts of a list that the generator reads from its reply. */
export interface ListFacts {
  /** Member of the reply that has the items. */
  plural: string;
  columns: readonly ColumnFacts[];
}

/** Columns and name of the file of a list. */
export interface FileShape {
  /** Name of the file without date and ending. */
  name: string;
  columns: readonly Column[];
  /** Parameters of the list in place of the caller's, for values that the file shows. */
  query?: Readonly<Record<string, unknown>>;
}

/** Makes the shape of a list from its facts. */
export function shapeOf({ plural, columns }: ListFacts): FileShape {
  return { name: plural, columns: columns.map(columnOf) };
}

function columnOf([key, kind, currency]: ColumnFacts): Column {
  const own = { key, kind, label: labelOf(key), path: key.split(".") };
  return currency === undefined ? own : { ...own, currency: currency.split(".") };
}

/** Adds the parameters of files to the query of a list; its own of the same name stay. */
export function withFileParameters(query: JsonSchema | null): JsonSchema {
  const own = query ?? { type: "object", additionalProperties: false };
  return { ...own, properties: { ...FILE_PARAMETERS, ...(own["properties"] as object | undefined) } };
}
