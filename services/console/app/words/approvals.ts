export const APPROVALS = {
  recordChanges: "History of changes",
  restores: "Restores",
  ownProposal:
    "You or your key proposed this change, so another person must approve it. An approval rule can let proposers approve their own changes.",
  noChanges: "There are no changes that you can see.",
  kind: "Change",
  which: "Which changes",
  list: "Changes",
  by: "By",
  of: (name: string) => `of ${name}`,
  changes: (count: number) => `${count} changes`,
  expires: "expires",
  noneOf: "No changes in this state.",
  none: "No change waits for your approval. When a person's agent or program changes data with a personal key, its proposal appears here within seconds and takes effect when you approve it.",
  changed: "What it changes",
  noneForViewers:
    "Changes that wait for approval are decided by members who can change data. Your role can only read.",
  some: (first: number, last: number, all: number) =>
    `Changes ${first} to ${last} of ${all}. Approve and Reject apply to all ${all} changes.`,
  facts: {
    state: "State",
    proposed: "Proposed by",
    made: "Made by",
    why: "Why",
    expires: "Expires",
    decided: "Decided",
    undone: "Undone",
    reason: "Reason",
    version: "Version",
    approvals: "Approvals",
    approved: "Approved by",
    deciders: "Who can approve",
    rule: "Rule",
    message: "Message of the rule",
  },
  field: "Field",
  before: "Before",
  after: "After",
  glance: {
    moreThings: (count: number) => `and ${count} more`,
    moreFields: (count: number) => (count === 1 ? "1 more field" : `${count} more fields`),
    nothing: "empty",
    becomes: "becomes",
  },
  unchanged: "This changes none of the fields that are shown here.",
  choose: (summary: string) => `Choose: ${summary}`,
  many: {
    label: "Approve or reject several",
    all: "Choose all on this page",
    approves: (count: number) => (count === 0 ? "Approve" : `Approve ${count}`),
    approve: (count: number, deletes: number) => ({
      opens: `Approve ${count}`,
      title: count === 1 ? "Approve 1 change?" : `Approve ${count} changes?`,
      does: "Approve",
      says:
        deletes === 0
          ? "The changes take effect at once."
          : `The changes take effect at once. ${deletes === 1 ? "1 of them deletes" : `${deletes} of them delete`} data.`,
    }),
    chosen: "Chosen changes",
    deciding: (count: number) => (count === 1 ? "Deciding on 1 change…" : `Deciding on ${count} changes…`),
    undone: (count: number) => (count === 1 ? "Undone: 1 change." : `Undone: ${count} changes.`),
    approved: (count: number) => (count === 1 ? "1 approved change" : `${count} approved changes`),
    rejects: (count: number) => `Reject ${count}`,
    reject: {
      title: "Reject these changes?",
      does: "Reject",
      says: "The changes are not made, and nobody can approve them later. The people or programs that proposed them see your reason.",
    },
    done: {
      approve: (count: number) => `Approved: ${count}.`,
      reject: (count: number) => `Rejected: ${count}.`,
    },
    refused: {
      approve: (count: number) => (count === 1 ? "1 was not approved:" : `${count} were not approved:`),
      reject: (count: number) => (count === 1 ? "1 was not rejected:" : `${count} were not rejected:`),
    },
    counted: (count: number) =>
      count === 1
        ? "1 has your approval and waits for another one."
        : `${count} have your approval and wait for another one.`,
  },
  edit: {
    opens: "Edit",
    title: "Edit this proposal",
    says: "Change the values and approve. The proposer stays the author, and the audit log shows that you edited the values.",
    does: "Approve with these values",
    json: "Written as JSON.",
    texts: "One in each line.",
    things: "Written as JSON, with amounts in the smallest unit, such as cents.",
    noValue: "Enter a value.",
    noJson: 'This is not valid JSON. Put each text in double quotes, such as {"colour": "red"}.',
  },
  editedBy: (version: number) => `${version}, edited by`,
  edited: { title: "What was edited", heads: { before: "Proposed", after: "Edited" } },
  waits: (count: number) => (count === 1 ? "1 proposal waits" : `${count} proposals wait`),
  given: (given: number, needed: number, eligible: number | undefined) =>
    `${given} of ${needed} approval${needed === 1 ? "" : "s"}${eligible === undefined ? "" : `; ${eligible === 1 ? "1 person" : `${eligible} people`} can approve`}`,
  youApproved: (given: number, needed: number) =>
    `You approved. ${given} of ${needed} approvals; ${needed - given === 1 ? "one more person" : `${needed - given} more people`} must approve.`,
  onlyYou: "Only you can decide, so one approval is enough.",
  onlyOne: "Only one person can decide, so one approval is enough.",
  deciders: (roles: readonly string[], named: number) => {
    const members = named === 0 ? [] : [named === 1 ? "1 member" : `${named} members`];
    return [...roles.map((role) => `${role}s`), ...members].join(", ");
  },
  stale: "Its data has changed since, so it cannot be approved.",
  staleSays:
    "Somebody has changed the same data since this was proposed. It cannot be approved: reject it, and ask for a new proposal that uses the current data.",
  conflictedSays:
    "Somebody changed the same data after this was proposed, so it was not applied. Ask for a new proposal that uses the current data.",
  openRecord: "Open the record",
  openRow: "Open the row",
  approve: "Approve",
  approveNext: "Approve and next",
  next: "Next proposal",
  deciding: "Sending…",
  decidedBefore: "Another decision on this proposal came first. The page shows its outcome.",
  reject: {
    opens: "Reject",
    title: "Reject this change?",
    does: "Reject",
    says: "The change is not made, and nobody can approve it later. The proposer sees your reason.",
  },
  withdraw: {
    opens: "Withdraw",
    title: "Withdraw this proposal?",
    does: "Withdraw",
    says: "The change is not made, and nobody can approve it. You can make it again later.",
  },
  why: "Reason (optional)",
  undo: {
    opens: "Undo",
    title: "Undo this change?",
    does: "Undo",
    says: "Restores the previous values. If someone edited the same data since, nothing is changed and you see the conflicts. The undo itself is listed as a change.",
  },
  setCounts: (changes: number, parts: number) =>
    `${changes.toLocaleString("en")} ${changes === 1 ? "change" : "changes"} in ${parts.toLocaleString("en")} ${parts === 1 ? "part" : "parts"}`,
  setRuns: (percent: number) => `${percent} % done`,
  setUndoRuns: (percent: number) => `undo is ${percent} % done`,
  setLeft: (count: number) => `left as edited meanwhile: ${count.toLocaleString("en")}`,
  several: (count: number, nouns: string) => `${count.toLocaleString("en")} ${nouns}`,
  thing: "Number or name",
  moreConflicts: (count: number) => `and ${count.toLocaleString("en")} more`,
  undoWaits: "Undo waits for approval",
  undoOf: (summary: string) => `Undo: ${summary}`,
  notUndone: (summary: string) => `Not undone: ${summary}`,
  undone: (summary: string) => `Undone: ${summary}`,
  undoneInPart: (summary: string, refused: number, all: number) =>
    `Undone in part: ${summary} ${refused} of ${all} changes were not undone.`,
  show: "Show the change",
  changedNow: (summary: string) => `Done: ${summary}`,
  force: {
    opens: "Undo anyway",
    title: "Undo and lose later edits?",
    does: "Undo",
    says: "Restores the previous values. Later edits of the same fields are lost.",
  },
} as const;

export const FIRST_STEPS = {
  title: "First steps",
  done: (done: number, all: number) => `${done} of ${all} done`,
  hide: "Hide",
  /** Link of each step to the page where it is done, and its purpose. */
  steps: {
    table: {
      name: "Create a table",
      says: "A list of your own, such as orders or devices, with the columns that you choose.",
    },
    member: {
      name: "Invite a second person",
      says: "The invitation comes by e-mail. You need a second person, because you normally cannot approve your own proposal.",
    },
    agent: {
      name: "Connect an agent",
      says: "Give an AI agent access to this team's data. What it changes with a service key takes effect at once; with a personal key, it waits under Approvals.",
    },
    key: {
      name: "Create an API key",
      says: "With a service key, a program reads and changes data without approval.",
    },
  },
} as const;

export const HOME = {
  waits: "Waiting for approval",
  noneWaits: "No change waits for your approval.",
  changed: "Recent changes",
  by: "by",
  noneChanged: "There are no changes yet.",
  all: "All changes",
  allReviews: "All reviews",
  reviews: "Waiting for your signature",
  noReviews: "No review waits for your signature.",
  broken: "Problems",
  nothingBroken: "No problems found.",
  since: "since",
  silent: (service: string) => `The service ${service} is not responding, so its status is unknown`,
  silentRemedy: "Try again in a minute. If it continues, ask your administrator to run jst status.",
  unsent: (to: string) => `A message to ${to} failed`,
} as const;
