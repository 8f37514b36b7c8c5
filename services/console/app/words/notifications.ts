import type { Schemas } from "../api.ts";

type Kind = keyof Schemas["NotificationChannels"];

export const NOTIFICATIONS = {
  bell: (unread: number) => (unread === 0 ? "Notifications, none unread" : `Notifications, ${unread} unread`),
  most: (unread: number) => (unread > 99 ? "99+" : String(unread)),
  which: "Which notifications",
  views: { unread: "Unread", all: "All", preferences: "Preferences" },
  list: "Notifications",
  noneUnread:
    "Nothing is unread. You see here when a proposal or review waits for you, or when approval settings or rules change.",
  none: "There are no notifications of the last 90 days.",
  readAll: "Mark all as read",
  unread: "Unread",
  markUnread: "Mark as unread",
  by: "By",
  others: (count: number) => `${count} more like this`,
  channels: { in_app: "In the console", email: "By e-mail" },
  kinds: {
    proposal_waits: "A proposal waits for approval",
    proposal_expires: "A proposal expires soon",
    proposal_decided: "Your proposal was approved or rejected",
    proposal_conflicted: "Your proposal could not be applied",
    change_undone: "Someone took your change back",
    import_done: "Your import has ended",
    mentioned: "A comment mentions you",
    review_waits: "A review waits for you",
    trust_changed: "Someone changed the approval settings, the rules, or who is owner or admin",
  } satisfies Record<Kind, string>,
  /** Beginnings of titles: what to do about a proposal, or its outcome. */
  leads: {
    proposal_waits: "Needs your approval",
    proposal_expires: "Expires soon and needs your approval",
    proposal_conflicted: "Could not be applied",
    approved: "Approved",
    edited: "Approved with changes",
    rejected: "Rejected",
    change_undone: "Undone",
  },
  quiet: "Quiet hours for e-mail",
  quietFrom: "From",
  quietTo: "To",
  quietHelp: "No e-mail is sent in these hours. Leave both empty for none.",
  zone: "Time zone",
  teamZone: (zone: string) => `the team's (${zone})`,
  save: "Save preferences",
  saved: "Your preferences are saved.",
} as const;
