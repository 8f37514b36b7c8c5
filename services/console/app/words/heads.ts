/** Texts of the heads of a grid and of their menus. */
export const HEADS = {
  menu: (title: string) => `Menu of ${title}`,
  sections: { rows: "Rows", view: "View", column: "Column" },
  filter: "Filter by this column",
  hide: "Hide",
  freeze: "Freeze up to here",
  unfreeze: "Unfreeze",
  edit: "Edit column",
  left: "Insert left",
  right: "Insert right",
  remove: "Delete",
  added: (title: string) => `Column ${title} was added.`,
  notPlaced: "The column was created, but stands at the end, because the order was not saved.",
  moved: (title: string, place: number, of: number) => `${title} is column ${place} of ${of}.`,
  rowHeight: "Row height",
  rowHeights: { short: "Short", medium: "Medium", tall: "Tall" },
} as const;

/** Names of the orders by a column, ascending and descending. */
export const ORDERS = {
  text: ["Sort A to Z", "Sort Z to A"],
  number: ["Sort 1 to 9", "Sort 9 to 1"],
  date: ["Sort earliest first", "Sort latest first"],
  choice: ["Sort first to last", "Sort last to first"],
  other: ["Sort ascending", "Sort descending"],
} as const;
