import type { Schemas } from "../api.ts";

type Condition = Schemas["RuleCondition"];
type Words<T extends string> = Readonly<Record<T, string>>;

/** Outcomes of a rule for a write that it matches. */
export const OUTCOMES: Words<Schemas["ApprovalRule"]["outcome"]> = {
  queue: "waits for approval",
  run: "runs at once",
  refuse: "is refused",
};

/** Kinds of hands that a rule names. */
export const HANDS: Words<NonNullable<Condition["actor_types"]>[number]> = {
  human: "a person's token",
  oauth_app: "a connected app",
  member: "a signed-in member",
  break_glass: "an emergency token",
  admin: "a signed-in owner or admin",
  service: "a service token",
};

/** Effects of operations. */
export const OPS: Words<NonNullable<Condition["ops"]>[number]> = {
  create: "adds",
  update: "changes",
  delete: "removes",
};

/** Roles of approvers. */
export const APPROVERS: Words<"owner" | "admin" | "member"> = {
  owner: "every owner",
  admin: "every admin",
  member: "every member",
};

/** Things that a rule can name. */
export const RULE_RESOURCES: Words<NonNullable<Condition["resources"]>[number]> = {
  rows: "rows",
  tables: "tables",
  columns: "columns",
  views: "views",
  contacts: "contacts",
  tasks: "tasks",
  workflows: "workflows",
  forms: "forms",
  submissions: "answers of forms",
  packets: "reviews",
  answer_sheets: "answers of reviews",
  files: "files",
  articles: "articles",
  artifacts: "artifacts",
  bases: "bases",
  blocks: "blocks of bases",
  messages: "messages",
  templates: "templates",
  consents: "consents",
  suppressions: "suppressed addresses",
  email_rules: "rules for mail",
  bookings: "bookings",
  event_types: "event types",
  schedules: "hours",
  scheduling_settings: "settings of the calendar",
  invoices: "invoices",
  quotes: "quotes",
  subscriptions: "subscriptions",
  checkouts: "checkouts",
  observations: "observations of wellness",
  webhooks: "webhooks",
};

export const RULES = {
  kind: "Approval rule",
  says: "The first rule that matches a write decides whether it runs, waits or is refused. Without one, the trust settings decide.",
  settings: "Trust settings",
  none: "There are no rules yet. Without rules, the trust settings decide which writes wait.",
  others: "Only owners and admins read and change approval rules.",
  opens: "New rule",
  does: "Save rule",
  saved: "Saved. The rule judges every write within five seconds.",
  columns: { name: "Name", outcome: "A matching write", what: "What it matches", state: "State" },
  on: "on",
  off: "off",
  anything: "any write",
  fields: {
    name: "Name",
    outcome: "A matching write",
    hands: "Written by (none chosen: all but owners, admins and service tokens)",
    resources: "Things (none chosen: any)",
    ops: "Which (none chosen: any)",
    fields: "Members that it touches",
    fieldsHelp: "Such as status, or data.price for the column price. Enter adds one.",
    operations: "At least so many changes",
    recipients: "At least so many people reached",
    amount: "Total of at least",
    currency: "Currency of the total",
    roles: "Approved by",
    members: "And by these members",
    needed: "Approvals that are needed",
    allowSelf: "The proposer may be one of those who approve",
    timeoutHours: "Hours until a proposal is rejected",
    message: "Message to the proposer",
    position: "Place among the rules",
    positionHelp: "Rules are tried from the lowest place to the highest. If empty, a new rule comes last.",
    enabled: "The rule is on",
  },
  needsCurrency: "Write the currency as three letters, such as EUR.",
  unreadable: "The numbers that are marked cannot be read.",
  keeps: "This rule has further conditions, which stay as they are.",
  remove: {
    opens: "Delete",
    title: "Delete this rule?",
    does: "Delete",
    says: "It judges no write any more, within five seconds. Proposals that wait are decided on by the rules that remain.",
  },
  try: "Try",
  tried: {
    queue: (count: number, all: number) => `It would have queued ${count} of ${all} changes in 30 days.`,
    run: (count: number, all: number) => `It would have let ${count} of ${all} changes run in 30 days.`,
    refuse: (count: number, all: number) => `It would have refused ${count} of ${all} changes in 30 days.`,
  },
  triedPart: "Only the newest changes were tried.",
} as const;
