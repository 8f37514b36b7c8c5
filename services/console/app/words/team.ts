import type { Schemas } from "../api.ts";

/** Every role, with what it may do in words, the least first. */
export const ROLES: Readonly<Record<Schemas["TeamMember"]["role"], string>> = {
  viewer: "viewer: reads the team's data",
  member: "member: writes the team's data",
  admin: "admin: decides, and changes keys, members and webhooks",
  owner: "owner: everything",
};

export const MEMBERS = {
  none: "The team has no member.",
  since: (role: string) => `${role} since`,
  role: (email: string) => `Role of ${email}`,
  adding: "A new member",
  email: "E-mail address of the new member",
  newRole: "Role of the new member",
  add: "Add and invite by e-mail",
  added: (email: string) => `${email} is now a member.`,
  mailed: "An invitation is on its way. Its link is good for 7 days.",
  notMailed:
    "No mail was sent, because nobody sends mail here. Your operator makes a sign-in link, good for 15 minutes:",
  command: (team: string, email: string) => `jst sign-in --team ${team} --member ${email}`,
  invited: "invited, has not signed in yet",
  inviteAgain: "Invite again",
  inviteAgainOf: (email: string) => `Invite again: ${email}`,
  remove: (email: string) => ({
    opens: "Remove",
    title: `Remove ${email}?`,
    does: "Remove",
    says: "Sessions, tokens and connected apps of this member end at once, as do all keys that this member made for others or for an app. The member's work stays. If you add the member again, these do not come back.",
  }),
  keysEnd: (count: string) =>
    count === "1"
      ? "1 key of others or of an app ends with this member. If it is in use, create a new one first."
      : `${count} keys of others or of apps end with this member. If they are in use, create new ones first.`,
} as const;

export const APPS = {
  list: "Apps",
  none: "There are no connected apps. Give an app the address in Connect an agent, and it asks you for access.",
  for: (email: string) => `for ${email}`,
  proposes: "its writes need approval",
  called: (times: number) => `called ${times} times`,
  last: "last",
  disconnect: (name: string) => ({
    opens: "Disconnect",
    title: `Disconnect ${name}?`,
    does: "Disconnect",
    says: "All its tokens end at once. Its work stays. To connect again, it must ask a member.",
  }),
} as const;

export const AUDIT = {
  none: "There are no entries yet.",
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
