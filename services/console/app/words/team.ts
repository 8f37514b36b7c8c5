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
    says: "Sessions, tokens and connected apps of this member end at once, and so does every key that this member made for others or for an app. What the member has done stays. A member who is added again comes back without them.",
  }),
  keysEnd: (count: string) =>
    count === "1"
      ? "1 key of others or of an app ends with this member. Make a new one first where it is in use."
      : `${count} keys of others or of apps end with this member. Make new ones first where they are in use.`,
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
  mintedBy: (actor: string, member: string) => `${actor}, minted by member ${member}`,
} as const;
