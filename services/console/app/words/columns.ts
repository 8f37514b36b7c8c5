import type { Schemas } from "../api.ts";

/** Columns, and how new ones are made. */
export const COLUMNS = {
  opens: "Columns",
  newOpens: "New column",
  does: "Create column",
  list: "Columns of the table",
  none: "The table has no columns yet.",
  heads: {
    name: "Name",
    type: "Type",
    required: "Required",
    formula: "Formula",
    order: "Order",
    change: "Edit",
    remove: "Delete",
  },
  fields: {
    display_name: "Name that people see",
    type: "Type",
    required: "Required in every row",
    unique: "No duplicates",
    default: "Value in a new row",
    description: "Description",
    formula: "Formula",
    name: "Name for programs, such as due_date",
  },
  orderChanged: "Order of columns changed.",
  orderSaved: "The order is saved.",
  nameHelp:
    "The name that programs use. If you leave it empty, it is made from the name above. You cannot change it later.",
  formulaHelp:
    "A calculation from other columns, by their names: {Hours worked} * {Rate}, IF({done}, 'yes', 'no') or CONCAT({first}, ' ', {last}).",
  nameless: "column",
  change: (name: string) => ({ opens: "Edit", title: `The column ${name}` }),
  empties: (count: number) =>
    count === 1 ? "Empty the one cell that does not fit" : `Empty the ${count} cells that do not fit`,
  such: (samples: string) => `such as ${samples}`,
  breaks:
    "Change anyway. Formulas that use this column show an error, views no longer use it, and cells that do not fit are emptied",
  remove: (name: string) => ({
    opens: "Delete",
    title: `Delete the column ${name}?`,
    does: "Delete the column",
    says: "Every row loses its value in this column. If a view, a formula or a link uses the column, you see a list before you delete it.",
  }),
  force: (name: string) => ({
    opens: "Delete anyway",
    title: `Delete the column ${name} anyway?`,
    does: "Delete the column",
    says: "Formulas that use the column show an error, links that show this column keep only their text, and views no longer use it. Used by:",
  }),
  counting: "Counting rows that have a value …",
  filled: (rows: number) =>
    rows === 0
      ? "No row has a value in this column."
      : rows === 1
        ? "One row has a value in this column."
        : `${rows} rows have a value in this column.`,
  uses: "What uses the column",
  useKinds: { formula: "the formula", relation: "the link", view: "the view" } as Readonly<
    Record<string, string>
  >,
} as const;

/** Names of all column types of the API; the compiler finds a missing one. */
export const COLUMN_TYPES = {
  text: "text",
  long_text: "long text",
  number: "number",
  integer: "whole number",
  currency: "amount of money",
  percent: "percent",
  rating: "rating",
  boolean: "yes or no",
  date: "date",
  datetime: "date and time",
  duration: "duration",
  select: "one choice",
  multi_select: "several choices",
  state: "state",
  email: "e-mail address",
  phone: "phone number",
  url: "web address",
  user: "member",
  contact: "contact",
  relation: "link to rows of a table",
  file: "file",
  json: "JSON",
  formula: "formula",
  autonumber: "automatic number",
  created_at: "when the row was created",
  updated_at: "when the row was changed",
  created_by: "who created the row",
  updated_by: "who changed the row",
} as const satisfies Record<Schemas["ColumnCreate"]["type"], string>;

export const TYPE_SETTINGS = {
  precision: "Decimal places (empty: any number)",
  currency: "Currency",
  max: "Highest rating",
  multiple: "A cell may have several files",
} as const;

/** Choices and states, as they are written. */
export const CHOICE_LIST = {
  help: "Press Enter to add the next one. If you rename one, cells that already have the old name do not change.",
  name: (what: string) => `Name of ${what}`,
  color: (what: string) => `Colour of ${what}`,
} as const;

export const CHOICES = {
  title: "Choices",
  one: (n: number) => `choice ${n}`,
  add: "Add a choice",
} as const;

export const STATES = {
  title: "States",
  one: (n: number) => `state ${n}`,
  add: "Add a state",
  initial: "State of a new row",
  ordered: "Limit which state can follow which",
  after: (name: string) => `States that can follow ${name === "" ? "the state without a name" : name}`,
} as const;

/** Colours by which choices are told apart. */
export const COLORS: Readonly<Record<string, string>> = {
  "": "no colour",
  gray: "grey",
  red: "red",
  orange: "orange",
  gold: "yellow",
  green: "green",
  teal: "teal",
  blue: "blue",
  purple: "purple",
  deeppink: "pink",
};

export const RELATION = {
  table: "Linked table",
  of: (table: string) => `Links to rows of ${table}.`,
  display: "Column shown for a linked row",
  cardinality: "Linked rows in a cell",
  cardinalities: { one: "one", many: "several" },
  onDelete: "When a linked row is deleted",
  onDeletes: { keep: "the link stays, and shows that the row is deleted", clear: "the link is removed" },
} as const;
