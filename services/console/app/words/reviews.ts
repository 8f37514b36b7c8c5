import type { Schemas } from "../api.ts";

export const REVIEWS = {
  kind: "Review",
  none: "There are no reviews yet.",
  which: "Which reviews",
  views: { all: "All", waiting: "Waiting for your signature" },
  opens: "New review",
  does: "Create review",
  columns: { title: "Title", state: "State", signed: "Signed", changed: "Changed" },
  signed: (signed: number, required: number) => `${signed} signed, ${required} required`,
  fields: {
    title: "Title",
    description: "What is reviewed",
    due: (zone: string) => `Due (time zone ${zone})`,
  },
  states: {
    draft: "draft",
    in_review: "in review",
    approved: "approved",
    changes_requested: "changes requested",
    closed: "closed",
  } satisfies Record<Schemas["Packet"]["status"], string>,
  facts: { state: "State", walkthrough: "Round", due: "Due", description: "What is reviewed" },
  verdicts: "Who signs",
  noReviewers: "There are no reviewers.",
  must: "must approve",
  pending: "has not signed",
  stale: (walkthrough: number) => `signed round ${walkthrough}, not this one`,
  edit: "Edit the review",
  signedStays:
    "Someone has signed this round, so you cannot change title, description and questions. Begin the next round to change them.",
  bump: { opens: "Begin the next round" },
  open: { opens: "Open for review" },
  close: { opens: "Close" },
} as const;

export const VERDICTS = {
  approve: "approves",
  request_changes: "wants changes",
  abstain: "abstains",
} as const satisfies Record<Schemas["SignatureCreate"]["verdict"], string>;

export const REVIEWERS = {
  title: "Reviewers",
  parts: { none: "does not review", required: "must approve", optional: "may sign" },
} as const;

export const QUESTIONS = {
  title: "Questions",
  none: "There are no questions. Reviewers only sign.",
  add: "Add a question",
  required: "must be answered to approve",
  kinds: {
    text: "short text",
    long_text: "long text",
    choice: "one choice",
    multi_choice: "several choices",
    boolean: "yes or no",
    rating: "rating, 1 to 5",
  } satisfies Record<Schemas["PacketItem"]["type"], string>,
} as const;

export const ANSWERS = {
  own: "Your answers",
  others: "Answers",
  of: (name: string) => `Answers of ${name}`,
  saved: "Your answers are saved, but not signed yet.",
  save: "Save my answers",
  reload: "Discard my changes",
  noAnswer: "no answer",
  yes: "yes",
  no: "no",
  done: "You have signed this round. Neither your signature nor these answers can be changed.",
} as const;

export const SIGNING = {
  opens: "Sign",
  title: "Sign this round?",
  does: "Sign",
  says: "Your signature records your name, the time and your saved answers. You cannot change or withdraw it. If a next round begins, you sign again.",
  verdict: "Your verdict",
  verdicts: {
    approve: "I approve",
    request_changes: "I want changes",
    abstain: "I abstain",
  } satisfies Record<Schemas["SignatureCreate"]["verdict"], string>,
  note: "Note (optional, visible to everyone)",
  saveFirst: "Save your answers before you sign.",
} as const;
