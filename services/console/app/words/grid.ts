import { rowsText } from "./tables.ts";

/** Texts of the grid of a table. */
export const GRID = {
  on: "Yes",
  off: "No",
  help: "Arrow keys move. Enter edits, and typing replaces. On a head, Enter opens its menu, Alt with an arrow moves the column, and Alt with Shift sets its width. To leave the grid, press Escape, then Tab.",
  rows: rowsText,
  resize: (title: string) => `Width of ${title}`,
  listHelp:
    "Arrow keys move. Enter opens the record. On a head, Enter opens its menu, Alt with an arrow moves the column, and Alt with Shift sets its width. To leave the grid, press Escape, then Tab.",
  copied: (n: number) => (n === 1 ? "1 cell copied." : `${n} cells copied.`),
  pasted: (n: number) => (n === 1 ? "1 cell pasted." : `${n} cells pasted.`),
  cut: (n: number) => `The table has too few columns: ${n} columns that you copied were not pasted.`,
  cell: (row: number, title: string) => `row ${row}, ${title}`,
  unreadable: (n: number, cells: readonly string[], others: number, first: string) => {
    const named = `${cells.join("; ")}${others > 0 ? `; and ${others} more` : ""}`;
    return n === 1
      ? `Nothing was pasted: 1 cell cannot be read: ${named}. ${first}`
      : `Nothing was pasted: ${n} cells cannot be read: ${named}. The first one: ${first}`;
  },
  notLoaded:
    "Nothing was done, because not all of these rows are loaded. Select at most 2,000 rows and try again.",
  waits: "a proposal waits",
  moves: "this row moves when you leave it, because of the filter or the order",
  newRow: "New row",
  edit: (title: string) => `Edit ${title}`,
  empty: "Empty",
  lacks: (titles: readonly string[]) =>
    `The new row is saved once you fill in ${new Intl.ListFormat("en").format(titles)}.`,
  unsent: "Your changes are sent for approval a few seconds after you leave the row.",
  filled: (n: number) => (n === 1 ? "1 cell filled." : `${n} cells filled.`),
  undone: "Undone.",
  withdrawn: "The proposal was withdrawn.",
  redone: "Done again.",
  nothingToRedo: "There is nothing to do again here.",
  nothingToUndo: "There is nothing to undo here.",
  undoWaits: "The undo waits for approval.",
  undoneInPart: (reason: string) => `Undone in part. ${reason}`,
  notUndone: (reason: string) => `Not undone. ${reason}`,
  noAnswer: "The server did not respond.",
  readOnly: (title: string) => `${title} is computed and cannot be edited.`,
} as const;
