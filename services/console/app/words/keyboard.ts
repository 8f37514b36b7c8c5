/** Texts of the menu that creates things. */
export const CREATE = { opens: "Create" } as const;

/** Texts of the list of keys. */
export const KEYBOARD = {
  title: "Keyboard",
  turnsOff: "Turn off keys of one letter",
  turnsOn: "Turn on keys of one letter",
  goes: "Go to a page",
  singleHelp: "Turn them off if you dictate text or use a screen reader that has its own.",
} as const;

/** Keys by the place where they work, each with its act, but those that lead to pages. */
export const KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "On every page": {
    "Ctrl+K": "Search or create",
    "?": "Show this list",
    C: "Create something",
    "[": "Fold or unfold the menu",
    F6: "Go to the last message",
  },
  "In a table": {
    "Arrow keys": "Move, with Shift select",
    "Ctrl+Arrow key": "Go to the edge of the filled cells",
    "Tab, Shift+Tab": "Go to the next or previous cell",
    "Enter, F2": "Edit the cell",
    "Alt+Enter": "Start a new line in a cell",
    Escape: "Discard the edit",
    Space: "Open the row, or change a checkbox",
    Delete: "Empty the selected cells",
    "Ctrl+C, Ctrl+X, Ctrl+V": "Copy, cut and paste",
    "Ctrl+D, Ctrl+R": "Fill down or to the right",
    "Ctrl+Z, Ctrl+Shift+Z": "Undo and redo",
    "Shift+Space, Ctrl+Space": "Select the row or the column",
    "Ctrl+A": "Select all cells",
    "Alt+F10": "Go to the toolbar of the selected rows",
    "Escape, then Tab": "Leave the table",
  },
};
