/** Views of a table, which store what a person looks at. */
export const VIEWS = {
  list: "Views",
  all: "All",
  allViews: "All views",
  menu: (name: string) => `Menu of ${name}`,
  gone: "The view no longer exists, so you see all rows of the table.",
  save: "Save",
  saveAs: "Save as",
  discard: "Discard",
  does: "Save view",
  name: "Name of the view",
  rename: "Rename",
  renames: "Rename view",
  remove: "Delete",
} as const;

/** The orders of rows that a look has. */
export const SORTS = {
  list: "Order",
  turn: (title: string, isAscending: boolean) => `${title}, ${isAscending ? "ascending" : "descending"}`,
  remove: (title: string) => `Remove the order by ${title}`,
} as const;

/** Which columns are shown. */
export const SHOWN_COLUMNS = {
  opens: "Shown columns",
  some: (shown: number, all: number) => `Shown columns (${shown} of ${all})`,
  list: "Shown columns in their order",
} as const;
