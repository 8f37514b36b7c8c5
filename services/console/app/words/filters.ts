const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);

/** Chips of a filter, and what is written in one. */
export const FILTERS = {
  list: "Filters",
  add: "Add filter",
  addGroup: "Add a group of conditions",
  addToGroup: "Add to group",
  clear: "Clear filters",
  remove: (chip: string) => `Remove ${chip}`,
  joins: "Rows match",
  groupJoins: "Group matches",
  joined: { and: "all of", or: "any of" },
  group: (joined: string) => `Group: ${joined}`,
  column: "Find a column",
  columns: "Columns to filter by",
  condition: "Condition",
  value: "Value",
  from: "From",
  to: "To",
  when: "When",
  day: "A day",
  time: "A time",
  date: "Date",
  days: "Number of days",
  needsDays: (most: number) => `Write a whole number of days, up to ${most}.`,
  notSeen: "a value that you cannot see",
  needsValue: "Enter a value to compare with.",
  apply: "Apply",
  own: "Filter from the API",
  ownSays: "This part of the filter is too complex to edit here. It stays as it is until you remove it.",
  ownUnfit: "This part of the filter cannot be used with this table, so it is not applied. Remove it.",
  program: "Text for programs",
  gone: "A column that no longer exists",
  goneSays: "The column of this filter no longer exists, so the filter is not applied. Remove it.",
  unfit: (title: string) => `${title}: does not fit`,
  unfitSays: (title: string) =>
    `${title} can no longer be compared like this, so the filter is not applied. Choose another condition, or remove the filter.`,
  goneChoice: "a choice that no longer exists",
  gonePerson: "a person who no longer exists",
  goneContact: "a contact that no longer exists",
  goneRow: "a row that no longer exists",
  emptyText: "“”",
  between: (from: string, to: string) => `${from} and ${to}`,
  inZone: (words: string, zone: string) => `${words} (${zone})`,
  nothing: "No row matches the filters.",
  nothingFound: "Nothing found.",
  nothingLeft: (chip: string) => `No row can match “${chip}”. Remove that filter to see rows.`,
} as const;

/** Members of a row beside its columns. */
export const FIELDS = { created: "Created", updated: "Last changed", row: "Row" } as const;

/** How a cell may compare with a value. */
export const COMPARISONS: Readonly<Record<string, string>> = {
  eq: "is",
  neq: "is not",
  ieq: "is (ignoring case)",
  in: "is any of",
  nin: "is none of",
  contains: "contains",
  ncontains: "does not contain",
  starts_with: "begins with",
  ends_with: "ends with",
  has_any: "has any of",
  has_all: "has all of",
  has_none: "has none of",
  exactly: "has exactly",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  between: "is between",
  within: "is within",
  before: "is before",
  on_or_before: "is on or before",
  after: "is after",
  on_or_after: "is on or after",
  empty: "is empty",
  nempty: "is not empty",
};

/** Days and spans of days that move with the present day. */
export const DATE_WORDS: Readonly<Record<string, string>> = {
  today: "today",
  tomorrow: "tomorrow",
  yesterday: "yesterday",
  this_week: "this week",
  past_week: "the past week",
  next_week: "the next week",
  this_month: "this month",
  past_month: "the past month",
  next_month: "the next month",
  past_year: "the past year",
  next_year: "the next year",
};

/** Days and spans of days that are counted from the present day. */
export const DAY_COUNTS: Readonly<Record<string, { name: string; shown: (n: number) => string }>> = {
  past_days: { name: "the past … days", shown: (n) => `the past ${days(n)}` },
  next_days: { name: "the next … days", shown: (n) => `the next ${days(n)}` },
  days_ago: { name: "… days ago", shown: (n) => `${days(n)} ago` },
  days_from_now: { name: "… days from now", shown: (n) => `${days(n)} from now` },
};
