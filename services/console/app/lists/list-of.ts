import type { ReactNode } from "react";
import type { FileOf } from "../parts/download.tsx";
import type { ListCell, ListColumn } from "./columns.ts";

/** A page of a list, as every list answers it. */
export interface ReadPage {
  readonly next_cursor?: string | null;
  /** How many items there are, if that was asked for. */
  readonly total?: number;
}

/** Beginning, length and order of a page, which a query takes. */
export interface ListAt {
  limit: number;
  cursor?: string;
  /** As the API takes it; absent for the order of the list. */
  sort?: string;
  count?: "exact";
}

/** A list of the API, as a page of the console shows it. */
export interface ListOf<P extends ReadPage, T extends { id: string }> {
  /** Title of the list. */
  name: string;
  /** Columns, the first of which names the thing. */
  columns: readonly ListColumn<T>[];
  /** Names the list with its search and filters. */
  queryKey: readonly [string, ...unknown[]];
  read: (at: ListAt) => Promise<P>;
  items: (page: P) => readonly T[];
  /** Address of the page of a thing. */
  pathOf: (thing: T) => string;
  /** Shown if the list is empty: what to do. */
  none: ReactNode;
  /** The list as a file, where people download it. */
  file?: FileOf;
  /** How often it is read again while it is looked at. */
  everyMs?: number;
  /** Fields that find and filter in the list. */
  tools?: ReactNode;
}

/** A thing of a list as a grid shows it. */
export interface ListRow {
  id: string;
  path: string;
  /** Cells by the names of their columns. */
  cells: Readonly<Record<string, ListCell>>;
}

/** Rows of a list from a cursor on. */
export interface ReadRows {
  rows: readonly ListRow[];
  /** Where the next ones begin; null at the end. */
  next: string | null;
  total?: number;
}

/** A list whose things are rows. */
export interface RowList extends Pick<
  ListOf<ReadPage, { id: string }>,
  "name" | "queryKey" | "none" | "file" | "everyMs" | "tools"
> {
  columns: readonly Omit<ListColumn<never>, "cellOf">[];
  read: (at: ListAt) => Promise<ReadRows>;
}

/** Returns a list whose things are rows. */
export function rowList<P extends ReadPage, T extends { id: string }>({
  read,
  items,
  pathOf,
  ...list
}: ListOf<P, T>): RowList {
  const rowOf = (thing: T): ListRow => ({
    id: thing.id,
    path: pathOf(thing),
    cells: Object.fromEntries(list.columns.map(({ name, cellOf }) => [name, cellOf(thing)])),
  });
  return {
    ...list,
    read: async (at) => {
      const page = await read(at);
      const { next_cursor: next = null, total } = page;
      return { rows: items(page).map(rowOf), next, ...(total === undefined ? {} : { total }) };
    },
  };
}
