import { shownCell } from "./cells.ts";
import { shownValue } from "../parts/values.ts";
import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";

/** A row as a person sees it. */
export interface SeenRow extends Row {
  /** The cells as the list has them, if the person has written over some. */
  listed?: Row["data"];
}

/** A cell with what a person has written into it. */
export interface Edit {
  row: SeenRow;
  column: string;
  value: unknown;
  /** The value with the names of its targets, as the list shows it. */
  shown?: unknown;
  /** Whether a redo writes it. */
  isRedo?: boolean;
}

/** A cell that was not written as a person wanted, or of which that is not known. */
export interface Refusal {
  edit: Edit;
  /** Outcome of a write without a reply; absent if the write was refused. */
  lost?: "not_written" | "other" | "unknown" | undefined;
  error: Error;
}

type Refusals = readonly Refusal[];

/** Names a cell. */
export const cellKey = ({ row, column }: { row: Pick<Row, "id">; column: string }) => `${row.id} ${column}`;

/** Without the cells of a row, which were written since. */
export const withoutCells = (all: Refusals, rowId: string, columns: readonly string[]): Refusals =>
  all.filter(({ edit }) => edit.row.id !== rowId || !columns.includes(edit.column));

/** With one more; a cell has one at most, the last. */
export const withRefusal = (all: Refusals, one: Refusal): Refusals => [
  ...withoutCells(all, one.edit.row.id, [one.edit.column]),
  one,
];

/** Lists the refusals that can be tried again while the cell is written. */
export const openWhile = (all: Refusals, { row, column }: Edit): Refusals =>
  withoutCells(all, row.id, [column]).filter(({ lost }) => lost !== undefined && lost !== "other");

/** Formats the value that was written into the cell; empty if the cell was cleared. */
export function shownEdit(
  { row, column: name, value, shown = value }: Edit,
  columns: readonly Column[],
  zone: string,
  names: Names,
) {
  const column = columns.find((one) => one.name === name);
  const written = { ...row, data: { ...row.data, [name]: shown } };
  return {
    title: column?.display_name ?? name,
    text: column === undefined ? shownValue(value) : shownCell(column, written, zone, names),
  };
}
