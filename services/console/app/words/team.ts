import type { Schemas } from "../api.ts";

/** Every role, with what it may do in words, the least first. */
export const ROLES: Readonly<Record<Schemas["TeamMember"]["role"], string>> = {
  viewer: "viewer: reads the team's data",
  member: "member: writes the team's data",
  admin: "admin: decides, and changes keys, members and webhooks",
  owner: "owner: everything",
};

/** Of members. */
export const MEMBERS = {
  none: "The team has no member.",
  since: (role: string) => `${role} since`,
  role: (email: string) => `Role of ${email}`,
  adding: "A new member",
  email: "E-mail address of the new member",
  newRole: "Role of the new member",
  add: "Add and tell by mail",
  added: (email: string) => `${email} is a member now.`,
  remove: (email: string) => ({
    opens: "Remove",
    title: `Remove ${email}?`,
    does: "Remove",
    says: "Sessions, tokens and connected apps of this member end at once. What the member has done stays, and whoever is added again comes back without them.",
  }),
} as const;

/** Of connected apps. */
export const APPS = {
  list: "Apps",
  none: "No app is connected. An app is given the address of Connect an agent, and asks you.",
  for: (email: string) => `for ${email}`,
  proposes: "only proposes what it writes",
  called: (times: number) => `called ${times} times`,
  last: "last",
  disconnect: (name: string) => ({
    opens: "Disconnect",
    title: `Disconnect ${name}?`,
    does: "Disconnect",
    says: "All its tokens end at once. What it has done stays; to come back it must ask a member anew.",
  }),
} as const;

/** Of the audit. */
export const AUDIT = {
  none: "Nothing has happened yet.",
  entries: "Entries",
  columns: {
    what: "What",
    who: "Who",
    outcome: "Outcome",
    when: "When",
    of: "Of",
    request: "Request",
  },
  theChange: "the change",
} as const;
