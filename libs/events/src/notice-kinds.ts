/** Kind of notices that services ask for. */
interface NoticeKindOptions {
  description: string;
  /** Something waits for its recipients: the notice turns read when its subject is over. */
  isWaiting: boolean;
}

/** Every kind of notice (notifications.kinds). */
export const noticeKinds = {
  proposal_waits: { description: "A proposal waits for a decision.", isWaiting: true },
  proposal_expires: { description: "A proposal that waits for a decision expires soon.", isWaiting: true },
  proposal_decided: { description: "A proposal of the member was approved or rejected.", isWaiting: false },
  proposal_conflicted: {
    description: "A proposal of the member could not be applied when it was approved.",
    isWaiting: false,
  },
  change_undone: { description: "Another person took a change of the member back.", isWaiting: false },
  import_done: { description: "An import of the member has ended, done or failed.", isWaiting: false },
  mentioned: { description: "A comment mentions the member.", isWaiting: false },
  review_waits: { description: "A review packet waits for the answer of the member.", isWaiting: true },
  trust_changed: {
    description: "A setting of trust or an approval rule changed, or the team has a new owner or admin.",
    isWaiting: false,
  },
} as const satisfies Record<string, NoticeKindOptions>;

/** One of these kinds. */
export type NoticeKind = keyof typeof noticeKinds;

/** Role of members that notices go to. */
export type NoticeRole = "owner" | "admin" | "member" | "viewer";

/** Thing that a notice is about. */
export interface NoticeSubject {
  /** Noun as the API has it: `changeset`, `packet`, `setting`, `member`. */
  type: string;
  id: string;
}

/** Recipients of a notice: active members with one of these ids or roles, but those who are excepted. */
export interface NoticeRecipients {
  members?: readonly string[];
  roles?: readonly NoticeRole[];
  except?: readonly string[];
}

/** Notice to members of the team. */
export interface NoticeWanted {
  kind: NoticeKind;
  to: NoticeRecipients;
  /** Line for people, without a value of a record (notifications.titles). */
  title: string;
  /** Path of the console: `/console/approvals/<id>`. */
  path: string;
  subject: NoticeSubject;
  actor: { type: string; id: string | null };
}

/** End of what notices ask for. */
export interface NoticeOver {
  subject: NoticeSubject;
  /** Members for whom it is over; all where absent. */
  members?: readonly string[];
}
