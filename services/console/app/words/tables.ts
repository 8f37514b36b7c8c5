/** A count with marks of thousands. */
export const counted = (n: number): string => new Intl.NumberFormat("en").format(n);
/** A number of rows in words. */
export const rowsText = (n: number): string => (n === 1 ? "1 row" : `${counted(n)} rows`);

/** Up to this number the API counts the rows of a table (tables.row-count). */
const COUNTED_MAX = 200;

export const TABLES = {
  kind: "Table",
  none: "There are no tables yet. Create one here; apps and agents can also create tables.",
  about: (n: number) => (n <= COUNTED_MAX ? rowsText(n) : `about ${rowsText(Number(n.toPrecision(1)))}`),
  opens: "New table",
  import: "Import",
  importInto: (table: string) => `Import into ${table}`,
  pasteInto: (table: string) => `Paste into ${table}`,
  does: "Create table",
  fields: { display_name: "Name", description: "Description" },
  find: "Find in this table",
  noColumns: "The table has no columns yet.",
  firstColumns: "Add the first one, import a file, or paste rows below the names of their columns.",
  noRows: "The table has no rows. Add the first one.",
  noShownColumns: "This view shows no columns. Choose some under Shown columns.",
  grid: "Rows",
  cards: "Rows as cards",
  asCards: "Cards",
  asGrid: "Grid",
  moreRows: "Show more rows",
  row: "Row",
  rowNumber: (n: number) => `Row ${n}`,
  openRow: (n: number) => `Open row ${n}`,
  previousRow: "Previous row",
  nextRow: "Next row",
  close: "Close",
  lines: "Press Enter to save, Alt+Enter for a new line.",
  gone: (id: string) => `${id}, deleted`,
  computed: (formula: string) => `Computed: ${formula}`,
  problem: (code: string) => `⚠ ${code}`,
} as const;

/** Cells whose values are chosen. */
export const CELLS = {
  upload: "Or upload a file",
  uploadSome: "Or upload files",
  uploading: "Uploading …",
  waits: "The upload is still running. Save when it is done.",
  noJson: 'This is not valid JSON. Put each text in double quotes, such as {"colour": "red"}.',
  roundedJson: "Put numbers with more than 15 digits in double quotes.",
  unchanged: "The cell did not change.",
  byName: (text: string) =>
    `“${text}” cannot be pasted here. Press Enter and choose a value, or copy a cell of this grid.`,
} as const;

/** Cells that were not written, or of which that is not known. */
export const LOST = {
  noAnswer: "No response.",
  cell: (title: string, row: string) => `${title} of ${row}`,
  row: (n: number) => `row ${n}`,
  andOthers: (cell: string, n: number) => `${cell} and ${n === 1 ? "1 other cell" : `${n} other cells`}`,
  text: (text: string) => `“${text}”`,
  nothing: "An empty cell",
  refused: (cell: string, text: string) => `${text} was not saved in ${cell}.`,
  not_written: (cell: string, text: string) => `${text} was not saved in ${cell}, which is unchanged.`,
  unknown: (cell: string, text: string) =>
    `The server did not respond, so ${text} may or may not be saved in ${cell}. You can try again: it is saved only once.`,
  other: (cell: string, text: string) =>
    `${text} was not saved in ${cell}: someone else changed the row. Check the row and try again.`,
  someone: "someone else",
  changed: (who: string, cell: string, text: string) =>
    `${who.charAt(0).toUpperCase()}${who.slice(1)} changed ${cell}: it is now ${text === "" ? "empty" : `“${text}”`}.`,
  again: "Try again",
  dismiss: "Dismiss",
} as const;

/** New rows, and what is done with one. */
export const ROWS = {
  opens: "New row",
  does: "Create row",
  jsonHelp: 'Written as JSON, with each text in double quotes, such as ["red", "blue"].',
  remove: { opens: "Delete the row" },
  history: "History of its states",
  noHistory: "There are no state changes yet.",
  historyColumns: { state: "State", from: "From", to: "To", when: "When", who: "By" },
} as const;
