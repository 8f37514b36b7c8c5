import type { Schemas } from "../api.ts";

type Condition = Schemas["RuleCondition"];
type Words<T extends string> = Readonly<Record<T, string>>;

/** Outcomes of a rule for a write that it matches. */
export const OUTCOMES: Words<Schemas["ApprovalRule"]["outcome"]> = {
  queue: "waits for approval",
  run: "takes effect at once",
  refuse: "is refused",
};

/** Kinds of hands that a rule names. */
export const HANDS: Words<NonNullable<Condition["actor_types"]>[number]> = {
  human: "a personal key",
  oauth_app: "a connected app",
  member: "a signed-in member",
  break_glass: "an emergency key",
  admin: "a signed-in owner or admin",
  service: "a service key",
};

/** Effects of operations. */
export const OPS: Words<NonNullable<Condition["ops"]>[number]> = {
  create: "adds",
  update: "changes",
  delete: "deletes",
};

/** Roles of approvers. */
export const APPROVERS: Words<"owner" | "admin" | "member"> = {
  owner: "any owner",
  admin: "any admin",
  member: "any member",
};

/** Things that a rule can name. */
export const RULE_RESOURCES: Words<NonNullable<Condition["resources"]>[number]> = {
  rows: "rows",
  tables: "tables",
  columns: "columns",
  views: "views",
  contacts: "contacts",
  tasks: "tasks",
  comments: "comments",
  workflows: "workflows",
  forms: "forms",
  submissions: "form responses",
  packets: "reviews",
  answer_sheets: "answers of reviews",
  files: "files",
  articles: "articles",
  artifacts: "documents that agents write",
  bases: "knowledge bases",
  blocks: "knowledge base blocks",
  messages: "messages",
  templates: "templates",
  consents: "consents",
  suppressions: "suppressed addresses",
  email_rules: "e-mail rules",
  bookings: "bookings",
  event_types: "event types",
  schedules: "hours",
  scheduling_settings: "settings of the calendar",
  invoices: "invoices",
  quotes: "quotes",
  subscriptions: "subscriptions",
  checkouts: "online payments",
  observations: "health measurements",
  webhooks: "webhooks",
};

/** Things that a rule can name, by what they belong to. */
export const RESOURCE_GROUPS: Readonly<
  Record<string, readonly NonNullable<Condition["resources"]>[number][]>
> = {
  Tables: ["rows", "tables", "columns", "views"],
  "People and work": ["contacts", "tasks", "comments", "workflows"],
  "Forms and reviews": ["forms", "submissions", "packets", "answer_sheets"],
  Library: ["files", "articles", "artifacts", "bases", "blocks"],
  Messages: ["messages", "templates", "consents", "suppressions", "email_rules"],
  Calendar: ["bookings", "event_types", "schedules", "scheduling_settings"],
  Money: ["invoices", "quotes", "subscriptions", "checkouts"],
  Other: ["observations", "webhooks"],
};

/** Parts of the sentences about a rule. */
export const SENTENCES = {
  anybody: "anybody",
  others: "anyone except signed-in owners and admins, and service keys",
  anything: "anything",
  ofTables: (what: string, names: string, count: number) =>
    `${what} of the table${count === 1 ? "" : "s"} ${names}`,
  fields: (names: string) => `in the fields ${names}`,
  operations: (least: number) => `${least} or more at once`,
  recipients: (least: number) => `for ${least} or more recipients`,
  amount: (least: string) => `in total ${least} or more`,
  more: "under further conditions",
  /** Roles of whom one approves, the first with the word before it, and roles of whom several do. */
  role: { owner: "owner", admin: "admin", member: "member" },
  anyRole: (role: string) => `any ${role}`,
  roles: { owner: "owners", admin: "admins", member: "members" },
  gone: "a former member",
  goneTable: "an unknown table",
  matched: (who: string, does: string, what: string) => `When ${who} ${does} ${what}`,
  queue: (needed: number, who: string) =>
    `the change waits for ${needed === 1 ? "an approval" : `${needed} approvals`} by ${who}.`,
  run: "the change takes effect at once.",
  refuse: "the change is refused.",
} as const;

export const RULES = {
  kind: "Approval rule",
  says: "A rule decides whether a change takes effect at once, waits for approval or is refused. The first rule that matches decides. If none matches, Settings decide: under Approvals, and for connected apps under Agents and apps. A new rule comes last.",
  settings: "Approval settings",
  none: "There are no rules yet. Without rules, Settings decide which changes wait: under Approvals, and for connected apps under Agents and apps.",
  others: "Only owners and admins can see and change approval rules.",
  opens: "New rule",
  does: "Save rule",
  saved: "Saved. The rule applies to every change within five seconds.",
  columns: {
    name: "Name",
    what: "What it does",
    state: "State",
    order: "Order",
  },
  place: (place: number, all: number) => `Rule ${place} of ${all}. The first rule that matches decides.`,
  never: (place: number) => `Never applies: rule ${place} matches first`,
  orderSaved: "The order is saved. It applies to every change within five seconds.",
  on: "on",
  off: "off",
  fields: {
    name: "Name",
    outcome: "What happens to a matching change",
    hands: "Who changes",
    someHands: "Only these",
    handsHelp:
      "An agent uses a personal key, a connected app or a service key. An emergency key is a key of a member for emergencies. Its changes always wait.",
    noHands:
      "Choose at least one. Without one, the rule is for anyone except signed-in owners and admins, and service keys.",
    resources: "Kinds of data",
    allData: "None chosen: the rule is for all kinds of data.",
    tables: "Only in these tables",
    allTables: "None chosen: the rule is for all tables.",
    tablesHelp: "If you choose tables, the rule applies to their data alone.",
    ops: "Adds, changes or deletes",
    allOps: "all of these",
    fields: "Fields that it changes",
    columns: "Columns that it changes",
    allColumns: "None chosen: the rule is for every column.",
    otherFields: "Other fields that it changes",
    fieldsHelp:
      "The name of a field in the API, such as status. For a column of a table, choose rows and the table above, or write data. and the name of the column. Press Enter to add one.",
    operations: "Number of changes in one request, at least",
    recipients: "Number of recipients, at least",
    amount: "Total of the invoice, quote, subscription or online payment, at least",
    amountHelp:
      "For invoices, quotes, subscriptions and online payments alone. The totals of one request are added.",
    currency: "Currency of the total",
    roles: "Approved by",
    members: "Or by any of these members",
    needed: "Approvals that are needed",
    allowSelf: "The proposer can approve the proposal",
    timeoutHours: "Hours until a waiting proposal is rejected",
    neededHelp: (most: number) =>
      `At most ${most}. A rule cannot need more approvals than there are members who can approve.`,
    message: "Message to the proposer",
    messageHelp: "Shown to the person or agent whose change waits or is refused, such as whom to ask.",
    enabled: "The rule is on",
  },
  /** Usual answers to who changes. */
  hands: {
    others: "anyone except signed-in owners and admins, and service keys",
    anybody: "anybody",
    some: "only some kinds of keys and members",
  },
  sentence: "This rule says:",
  examples: "Newest changes that the rule matches",
  enough: {
    fewer: (people: number) => `Only ${people} people can decide, so ${people} approvals are enough.`,
    own: (others: number) =>
      others === 1
        ? "On a proposal by an approver, only one other person can decide, so one approval is enough."
        : `On a proposal by an approver, only ${others} other people can decide, so ${others} approvals are enough.`,
  },
  needsCurrency: "Write the currency as three letters, such as EUR.",
  unreadable: "Correct the marked numbers.",
  keeps: "This rule has more conditions than this page shows. They stay as they are.",
  remove: (name: string) => ({
    opens: "Delete",
    title: `Delete the rule ${name}?`,
    does: "Delete",
    says: "Within five seconds, the rule no longer applies. For proposals that already wait, the remaining rules say who approves them.",
  }),
  try: "Test on past changes",
  tried: {
    queue: (count: number, all: number) =>
      `In the last 30 days, it would have made ${count} of ${all} changes wait.`,
    run: (count: number, all: number) =>
      `In the last 30 days, it would have let ${count} of ${all} changes take effect at once.`,
    refuse: (count: number, all: number) =>
      `In the last 30 days, it would have refused ${count} of ${all} changes.`,
  },
  triedPart: "There were more changes: only the newest ones were checked.",
} as const;
