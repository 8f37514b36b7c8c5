/** What the parts of every page say. */
export const PARTS = {
  loading: "Loading …",
  noAnswer: "No answer came. Look at your connection; the page goes on trying.",
  request: (id: string) => `request ${id}`,
  cancel: "Cancel",
  queued: "Your change waits for a second person;",
  queuedShows: "shows it.",
  back: "Back",
  next: "Next page",
  finding: "two characters or more, then Enter",
  copy: "Copy",
  shownOnce: (what: string) =>
    `The ${what} is shown this once. Copy it to where it is used; nobody can show it again.`,
  edit: "Edit",
  save: "Save",
  noChoice: "none",
  separated: "Separate them by commas.",
  chooseContact: "Find a contact, by name or e-mail address",
  contact: "Contact",
  noContact: "Nobody is found.",
  withoutName: "without a name",
} as const;
