import { counted, rowsText as rows } from "./tables.ts";

/** Texts of the rows that a person selects, and of what is done with them at once. */
export const CHOICE = {
  help: "Shift+Space selects a row. Alt+F10 leads to the actions on selected rows, Escape clears the selection.",
  row: (n: number) => `Select row ${n}`,
  all: "Select all rows",
  first: (most: number) => `Select the first ${rows(most)}`,
  unfiltered:
    "Nothing was selected: a red filter is not applied, so the list has more rows than you filter for. Edit or remove that filter, then select all rows.",
  bar: "Selected rows",
  count: (n: number) => `${rows(n)} selected`,
  firstOf: (n: number, all: number) => `${rows(n)} selected, the first of ${counted(all)}`,
  reading: "Selecting rows …",
  clear: "Clear",
  copy: "Copy",
  copied: (n: number) => `${rows(n)} copied.`,
  notCopied: "Nothing was copied: this browser does not allow it.",
  named: "Selected rows by name",
  others: (n: number) => (n === 1 ? "and 1 other row" : `and ${counted(n)} other rows`),
  change: "Change",
  changes: (n: number) => `Change ${rows(n)}`,
  column: "Column",
  empties: "If you enter no value, the cells become empty.",
  duplicate: {
    opens: "Duplicate",
    does: "Duplicate",
    says: "The copies stand below the last row. Columns in which each value is unique stay empty.",
  },
  duplicates: (n: number) => `Duplicate ${rows(n)}?`,
  delete: {
    opens: "Delete",
    does: "Delete",
    says: "You can undo this at once, and restore the rows within 30 days.",
  },
  deletes: (n: number) => `Delete ${rows(n)}?`,
  running: {
    change: (n: number, all: number) => `Changing rows: ${counted(n)} of ${counted(all)}`,
    duplicate: (n: number, all: number) => `Duplicating rows: ${counted(n)} of ${counted(all)}`,
    delete: (n: number, all: number) => `Deleting rows: ${counted(n)} of ${counted(all)}`,
  },
  done: {
    change: (n: number) => `${rows(n)} changed.`,
    duplicate: (n: number) => `${rows(n)} duplicated.`,
    delete: (n: number) => `${rows(n)} deleted.`,
  },
  stopped: {
    change: (n: number, all: number) => `${counted(n)} of ${rows(all)} changed. The others stay selected.`,
    duplicate: (n: number, all: number) =>
      `${counted(n)} of ${rows(all)} duplicated. The others stay selected.`,
    delete: (n: number, all: number) => `${counted(n)} of ${rows(all)} deleted. The others stay selected.`,
  },
  conflict: (name: string | undefined) =>
    `Someone else changed ${name === undefined ? "one of these rows" : `“${name}”`} in the meantime. The list shows the new values: check them, and try again.`,
} as const;
