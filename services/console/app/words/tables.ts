import { BROUGHT_BACK } from "./words.ts";

/** What the pages of tables say. */
export const TABLES = {
  kind: "Table",
  none: "There is no table yet. Make one here; apps and agents make them too.",
  about: (rows: number) => (rows === 1 ? "about 1 row" : `about ${rows} rows`),
  opens: "New table",
  does: "Make the table",
  fields: { display_name: "Name", description: "Description" },
  find: "Find in this table",
  noColumns: "The table has no column yet. Add the first one.",
  noRows: "The table has no rows. Add the first one.",
  nothing: "Nothing is found.",
  grid: "Rows",
  row: "Row",
  open: "Open",
  openRow: (n: number) => `Open row ${n}`,
  close: "Close",
  empty: "empty",
  lines: "Enter writes it; Shift and Enter begins a line.",
  gone: (id: string) => `${id}, deleted`,
  computed: (formula: string) => `Computed: ${formula}`,
  problem: (code: string) => `⚠ ${code}`,
} as const;

/** Cells whose values are chosen. */
export const CELLS = {
  change: "Change",
  upload: "Or upload a file",
  uploadSome: "Or upload files",
  uploading: "Uploading …",
  waits: "The upload is not done yet. Save once it is.",
  noJson: "This is not JSON.",
  roundedJson: "A number has more digits than are kept. Write it as a text in double quotes.",
  unchanged: "The cell is not changed.",
} as const;

/** Cells that were not written, or of which that is not known. */
export const LOST = {
  noAnswer: "No answer came.",
  cell: (title: string, row: string) => `${title} of ${row}`,
  row: (n: number) => `row ${n}`,
  text: (text: string) => `“${text}”`,
  nothing: "An empty cell",
  refused: (cell: string, text: string) => `${text} is not written into ${cell}.`,
  not_written: (cell: string, text: string) =>
    `${text} is not written into ${cell}, which is as it was before.`,
  unknown: (cell: string, text: string) =>
    `${text} may be written into ${cell} or not: the API does not answer. Trying again writes it once.`,
  other: (cell: string, text: string) =>
    `${text} is not written into ${cell}: somebody else has changed the row. Look at it, and write it anew.`,
  again: "Try again",
  dismiss: "Dismiss",
} as const;

/** New rows, and what is done with one. */
export const ROWS = {
  opens: "New row",
  does: "Add the row",
  jsonHelp: "As JSON; a text stands between double quotes.",
  remove: {
    opens: "Delete the row",
    title: "Delete this row?",
    does: "Delete",
    says: `The grid and every view leave it out. ${BROUGHT_BACK}`,
  },
  history: "History of its states",
  noHistory: "No state has changed.",
  historyColumns: { state: "State", from: "From", to: "To", when: "When", who: "By" },
} as const;

/** Which rows are shown, and views that keep that. */
export const VIEWS = {
  filter: "Filter",
  column: "Column",
  is: "Which",
  value: "Value",
  needsValue: "Write the value to compare with.",
  apply: "Apply",
  clear: "Clear the filter",
  view: "View",
  all: "all rows",
  gone: "The view of this address is not there any more. These are the rows of the table without it.",
  opens: "Keep as a view",
  does: "Keep the view",
  fields: { name: "Name of the view" },
  remove: (name: string) => ({
    opens: "Remove the view",
    title: `Remove the view ${name}?`,
    does: "Remove the view",
    says: "Its rows stay. Apps that ask for the view are told that there is none.",
  }),
} as const;

/** How a cell may compare with a value. */
export const COMPARISONS: Readonly<Record<string, string>> = {
  eq: "is",
  neq: "is not",
  contains: "contains",
  starts_with: "begins with",
  has_any: "has",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  before: "is before",
  on_or_before: "is on or before",
  after: "is after",
  on_or_after: "is on or after",
  empty: "is empty",
  nempty: "is not empty",
};
