import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

/** Columns of the table; the first one names a row and is not edited once the row has it. */
export const COLUMNS = ["item", "note", "label", "count", "size"] as const;
export type ColumnName = (typeof COLUMNS)[number];
export type CellValue = string | number | null;
export type Cells = Record<string, CellValue>;

/** A cell that an act writes; of a fill, the cell that it copies. */
export interface ActEdit {
  item: string;
  column: ColumnName;
  value?: CellValue;
  from?: { item: string; column: ColumnName };
}

/** An act of an editor, which writes cells of rows that are there, and new rows. */
export interface Act {
  edits: ActEdit[];
  creates: Cells[];
}

/** A stored change of rows. */
export interface Change {
  id: string;
  undo_of?: string;
  operations: readonly Operation[];
}

interface Operation {
  id: string;
  op: "create" | "update" | "delete";
  before: Stored | null;
  after: Stored | null;
}

/** A row as the API has it. */
export interface Stored {
  id: string;
  version: number;
  data: Cells;
}

/** An operation of a change, and the act that made it; undefined for an undo. */
interface ToApply {
  change: Change;
  operation: Operation;
  act: Act | undefined;
}

interface ModelRow {
  id: string;
  version: number;
  cells: Cells;
  isDeleted: boolean;
}

const cellsOf = (data: Cells): Cells =>
  Object.fromEntries(COLUMNS.map((column) => [column, data[column] ?? null]));

/** A naive table: applies acts in the order of the versions of each row, and fails if a stored row is another one. */
export class GridModel {
  readonly #rows = new Map<string, ModelRow>();
  /** Operations that wait for a former version of their row. */
  #waiting: ToApply[] = [];
  readonly #done = new Map<string, Operation>();
  /** All values that each cell has shown. */
  readonly #seen = new Map<string, Set<CellValue>>();

  constructor(rows: readonly Stored[]) {
    for (const { id, version, data } of rows)
      this.#rows.set(id, { id, version, cells: cellsOf(data), isDeleted: false });
    for (const { cells } of this.#rows.values()) this.#note(cells);
  }

  /** Notes values that cells may have shown before they were stored, or although they were refused. */
  tried({ edits }: Act): void {
    for (const { item, column, value } of edits) if (value !== undefined) this.#see(item, column, value);
  }

  /** Takes a change, which must do what the act says, or take back the change that it undoes. */
  add(change: Change, act: Act | undefined): void {
    for (const operation of change.operations) this.#waiting.push({ change, operation, act });
  }

  /** Applies all changes that were added; each version of a row must come from exactly one of them. */
  settle(): void {
    for (let before = -1; before !== this.#waiting.length;) {
      before = this.#waiting.length;
      this.#waiting = this.#waiting.filter((one) => !this.#applied(one));
    }
    assert.deepEqual(
      this.#waiting.map(({ change, operation }) => [change.id, operation]),
      [],
      "each version of a row follows the one before it",
    );
  }

  /** The rows in the order of the API's list. */
  rows(order: readonly string[]): Stored[] {
    const there = [...this.#rows.values()].filter(({ isDeleted }) => !isDeleted);
    return there
      .map(({ id, version, cells }) => ({ id, version, data: cells }))
      .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  }

  #applied({ change, operation, act }: ToApply): boolean {
    const { id, before, after } = operation;
    const row = this.#rows.get(id);
    if (operation.op !== "create" && (row === undefined || row.version !== before?.version)) return false;
    if (operation.op === "create" && row !== undefined && !row.isDeleted) return false;
    // The copied cell is of another row, whose change may come later in this list.
    if (operation.op === "update" && !this.#isCopied(act, after)) return false;
    const told = `${change.id} ${JSON.stringify({ operation, act })}`;
    if (operation.op === "delete" || after === null) {
      assert.ok(change.undo_of !== undefined && row !== undefined, `only an undo deletes: ${told}`);
      Object.assign(row, { isDeleted: true });
    } else {
      const cells = cellsOf(after.data);
      if (change.undo_of !== undefined) this.#requireUndo(change.undo_of, id, row?.cells, cells, told);
      else if (row === undefined) this.#requireCreated(act, cells, told);
      else this.#requireWritten(act, row.cells, cells, told);
      this.#rows.set(id, { id, version: after.version, cells, isDeleted: false });
      this.#note(cells);
    }
    this.#done.set(`${change.id} ${id}`, operation);
    return true;
  }

  #requireUndo(undone: string, id: string, was: Cells | undefined, now: Cells, told: string): void {
    const first = this.#done.get(`${undone} ${id}`);
    assert.ok(first?.before && first.after, `an undo is of a known change: ${told}`);
    const [before, after] = [cellsOf(first.before.data), cellsOf(first.after.data)];
    const changed = COLUMNS.filter((column) => before[column] !== after[column]);
    assert.deepEqual(now, { ...was, ...Object.fromEntries(changed.map((c) => [c, before[c]])) }, told);
  }

  #requireCreated(act: Act | undefined, now: Cells, told: string): void {
    const made = act?.creates.some((cells) => isDeepStrictEqual(cellsOf(cells), now));
    assert.ok(made, `an act made this row: ${told}`);
  }

  #requireWritten(act: Act | undefined, was: Cells, now: Cells, told: string): void {
    const edits = (act?.edits ?? []).filter(({ item }) => item === was["item"]);
    const written = new Set(edits.map(({ column }) => column));
    for (const edit of edits) {
      const value = now[edit.column] ?? null;
      if (edit.from === undefined) assert.equal(value, edit.value, told);
      // A redo writes what the fill has written.
      Object.assign(edit, { value, from: undefined });
    }
    for (const column of COLUMNS)
      if (!written.has(column)) assert.equal(now[column], was[column], `${column} stays: ${told}`);
  }

  /** Tests whether each cell that a fill has copied into a row had the value. */
  #isCopied(act: Act | undefined, after: Stored | null): boolean {
    const edits = act?.edits.filter(({ item }) => item === after?.data["item"]) ?? [];
    return edits.every(
      ({ from, column }) => from === undefined || this.#hasShown(from, after?.data[column] ?? null),
    );
  }

  #note(cells: Cells): void {
    for (const column of COLUMNS) this.#see(String(cells["item"]), column, cells[column] ?? null);
  }

  #see(item: string, column: ColumnName, value: CellValue): void {
    const values = this.#seen.get(`${item} ${column}`) ?? new Set();
    this.#seen.set(`${item} ${column}`, values.add(value));
  }

  #hasShown({ item, column }: { item: string; column: ColumnName }, value: CellValue): boolean {
    return this.#seen.get(`${item} ${column}`)?.has(value) === true;
  }
}
