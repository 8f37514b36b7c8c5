import type { Schemas } from "../api.ts";

/** Columns, and how new ones are made. */
export const COLUMNS = {
  opens: "Columns",
  newOpens: "New column",
  does: "Add the column",
  list: "Columns of the table",
  none: "The table has no column yet.",
  heads: {
    name: "Name",
    type: "Type",
    required: "Required",
    formula: "How it is computed",
    order: "Order",
    change: "Change",
    remove: "Remove",
  },
  fields: {
    display_name: "Name that people read",
    type: "Type",
    required: "Every row needs it",
    unique: "No two rows have the same",
    default: "What a new row begins with",
    description: "Description",
    formula: "Formula",
    name: "Name in the API, such as due_date",
  },
  placed: (columns: number) =>
    columns === 1
      ? "One column changes its place, which is one change."
      : `${columns} columns change their places, each by a change of its own.`,
  saveOrder: "Save the order",
  orderSaved: "The order is saved.",
  nameHelp: "Made from the name above where it is left empty. It stays as it is from then on.",
  formulaHelp:
    "An expression over other columns, such as {amount} * {quantity}, IF({done}, 'yes', 'no') or CONCAT({first}, ' ', {last}).",
  nameless: "column",
  change: (name: string) => ({ opens: "Change", title: `The column ${name}` }),
  empties: (count: number) =>
    count === 1 ? "Empty the one cell that does not fit" : `Empty the ${count} cells that do not fit`,
  such: (samples: string) => `such as ${samples}`,
  breaks:
    "Change it all the same; what uses it as it was shows an error or goes without it, and cells that do not fit are emptied",
  remove: (name: string) => ({
    opens: "Remove",
    title: `Remove the column ${name}?`,
    does: "Remove the column",
    says: "Every row loses its cell of it. Views, formulas and relations that use it keep it from being removed.",
  }),
  force: (name: string) => ({
    opens: "Remove it all the same",
    title: `Remove the column ${name} all the same?`,
    does: "Remove the column",
    says: "Formulas that use it then show an error, relations that show rows by it become texts, and views go without it. These use it:",
  }),
  counting: "Counting the rows that have a value in it …",
  filled: (rows: number) =>
    rows === 0
      ? "No row has a value in it."
      : rows === 1
        ? "One row has a value in it."
        : `${rows} rows have a value in it.`,
  uses: "What uses the column",
  useKinds: { formula: "the formula", relation: "the relation", view: "the view" } as Readonly<
    Record<string, string>
  >,
} as const;

/** Every type of column that the API makes; one without a word here is no type to the compiler. */
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
  select: "one of some choices",
  multi_select: "some of some choices",
  state: "state",
  email: "e-mail address",
  phone: "phone number",
  url: "web address",
  user: "member",
  contact: "contact",
  relation: "row of a table",
  file: "file",
  json: "JSON",
  formula: "formula",
  autonumber: "a number of its own",
  created_at: "when the row was made",
  updated_at: "when the row was changed",
  created_by: "who made the row",
  updated_by: "who changed the row",
} as const satisfies Record<Schemas["NewColumn"]["type"], string>;

/** What single types have. */
export const TYPE_SETTINGS = {
  precision: "Decimal places; empty for any",
  currency: "Currency",
  max: "Highest rating",
  multiple: "A cell may have several files",
} as const;

/** Choices and states, as they are written. */
export const CHOICE_LIST = {
  help: "Enter in a name begins the next one. Cells keep what they have when a name is changed.",
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
  ordered: "A state leads only to those that are chosen here",
  after: (name: string) => `After ${name === "" ? "the state without a name" : name}`,
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
  table: "Table whose rows it names",
  of: (table: string) => `It names rows of ${table}.`,
  display: "Column by which its rows are known",
  cardinality: "How many rows a cell names",
  cardinalities: { one: "one", many: "several" },
  onDelete: "When a row that is named is deleted",
  onDeletes: { keep: "the cell keeps it, and shows that it is gone", clear: "the cell no longer names it" },
} as const;
