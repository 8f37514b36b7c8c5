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
  none: "No change waits for your decision. When an agent or a person's token writes, the proposal appears here within seconds and takes effect when you approve it.",
  changed: "What it changes",
  some: (first: number, last: number, all: number) =>
    `Changes ${first} to ${last} of ${all}. A decision applies to all of them.`,
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
  unchanged: "No visible field changes.",
  approve: "Approve",
  reject: {
    opens: "Reject",
    title: "Reject this change?",
    does: "Reject",
    says: "The change is not made and cannot be approved later. The proposer sees your reason.",
  },
  withdraw: {
    opens: "Withdraw",
    title: "Withdraw this proposal?",
    does: "Withdraw",
    says: "The change is not made, and nobody can approve it. You can propose it again.",
  },
  why: "Reason (optional)",
  undo: {
    opens: "Undo",
    title: "Undo this change?",
    does: "Undo",
    says: "Restores the previous values. The undo is recorded as a change of its own, which another person can undo. If the same data was edited since, nothing changes and you see the conflicts.",
  },
  force: {
    opens: "Undo anyway",
    title: "Undo this change?",
    does: "Undo",
    says: "Restores the previous values and overwrites later edits of the same fields.",
  },
} as const;

/** Of Home. */
export const HOME = {
  waits: "Waiting for a decision",
  noneWaits: "No decision waits for you.",
  changed: "Recent changes",
  noneChanged: "There are no changes yet.",
  all: "All of them",
  reviews: "Waiting for your signature",
  noReviews: "No review waits for your signature.",
  broken: "Broken",
  nothingBroken: "No problems found.",
  since: "since",
  silent: (service: string) => `The service ${service} is not responding, so its status is unknown`,
  silentRemedy: "Try again in a minute. If it continues, ask your administrator to run jst status.",
  unsent: (to: string) => `A message to ${to} failed`,
} as const;
