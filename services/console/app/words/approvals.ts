/** What the pages of approvals say. */
export const APPROVALS = {
  kind: "Change",
  which: "Which changes",
  list: "Changes",
  by: (who: string) => `By ${who}`,
  of: (name: string) => `of ${name}`,
  changes: (count: number) => `${count} changes`,
  expires: "expires",
  noneOf: (state: string) => `Nothing is ${state}.`,
  none: "Nothing waits for you. What an agent or a person's token writes appears here within seconds, and is in force once you approve it.",
  changed: "What it changes",
  some: (first: number, last: number, all: number) =>
    `Changes ${first} to ${last} of ${all}; a decision is about all of them.`,
  facts: {
    state: "State",
    proposed: "Proposed by",
    expires: "Expires",
    decided: "Decided",
    reason: "Reason",
  },
  field: "Field",
  before: "Before",
  after: "After",
  unchanged: "No member that is shown changes.",
  approve: "Approve",
  reject: {
    opens: "Reject",
    title: "Reject this change?",
    does: "Reject",
    says: "Nothing of it is done, and it cannot be approved later. Who proposed it reads your reason.",
  },
  withdraw: {
    opens: "Take it back",
    title: "Take this proposal back?",
    does: "Take it back",
    says: "Nothing of it is done, and nobody can approve it any more. You can propose the same again.",
  },
  why: "Reason, if you like",
  undo: {
    opens: "Undo",
    title: "Undo this change?",
    does: "Undo",
    says: "Everything it changed becomes what it was before; the undo is a change like any other, and nobody undoes one of their own. Where somebody has edited the same since, nothing is undone and you are told.",
  },
  force: {
    opens: "Undo all the same",
    title: "Undo this change?",
    does: "Undo",
    says: "Everything it changed becomes what it was before. What was edited since is lost where the two meet.",
  },
} as const;

/** Of Home. */
export const HOME = {
  waits: "Waits for a decision",
  noneWaits: "Nothing waits for you.",
  changed: "Changed lately",
  noneChanged: "Nothing has changed yet.",
  all: "All of them",
  reviews: "Waits for your signature",
  noReviews: "No review waits for you.",
  broken: "Broken",
  nothingBroken: "Nothing is broken.",
  since: "since",
  silent: (service: string) => `The service ${service} does not answer: what is broken of it is not known`,
  silentRemedy: "Wait a minute. Where it goes on, whoever runs the platform looks at jst status.",
  unsent: (to: string) => `A message to ${to} failed`,
} as const;
