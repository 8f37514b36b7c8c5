import type { Schemas } from "../api.ts";

/** Every role, with what it may do in words, the least first. */
export const ROLES: Readonly<Record<Schemas["TeamMember"]["role"], string>> = {
  viewer: "viewer: reads the team's data",
  member: "member: reads and changes the team's data",
  admin: "admin: also approves, and manages API keys, members and webhooks",
  owner: "owner: can do everything, including add and remove owners",
};

type Role = keyof typeof ROLES;

const A_ROLE: Readonly<Record<Role, string>> = {
  viewer: "a viewer",
  member: "a member",
  admin: "an admin",
  owner: "an owner",
};

const DOES: Readonly<Record<Role, string>> = {
  viewer: "Viewers read the team's data and change nothing.",
  member: "Members read and change the team's data. They approve nothing and manage nobody.",
  admin: "Admins also approve changes, and manage API keys, members and webhooks.",
  owner: "Owners can do everything, including add and remove owners.",
};

export const MEMBERS = {
  find: "Find by name or e-mail",
  none: "No member has such a name or address.",
  columns: { member: "Member", role: "Role", since: "Since", acts: "Actions" },
  role: (email: string) => `Role of ${email}`,
  change: (name: string, role: Role) => ({
    title: `Make ${name} ${A_ROLE[role]}?`,
    does: "Change the role",
    says: DOES[role],
  }),
  adding: "New members",
  emails: "E-mail addresses of new members",
  several: (most: number) =>
    `One or more, up to ${most}. Separate them by commas, semicolons, blanks or line breaks.`,
  tooMany: (count: number, most: number) => `These are ${count} addresses. Add at most ${most} at once.`,
  newRole: "Role of the new members",
  add: (count: number) => (count > 1 ? `Add ${count} and invite by e-mail` : "Add and invite by e-mail"),
  refused: (count: number) =>
    count === 1
      ? "This address was not added. It is still in the field."
      : `These ${count} addresses were not added. They are still in the field.`,
  added: (email: string) => `${email} is now a member.`,
  addedSeveral: (emails: readonly string[]) =>
    `${emails.length} people are now members, and their invitations are on the way: ${emails.join(", ")}.`,
  mailed: "An invitation is on its way. Its link is valid for 7 days.",
  notMailed:
    "No mail was sent, because this installation does not send mail. Your administrator makes a sign-in link, which is valid for 15 minutes, with this command:",
  command: (team: string, email: string) => `jst sign-in --team ${team} --member ${email}`,
  invited: "Invited, has not signed in yet",
  inviteAgain: "Invite again",
  inviteAgainOf: (email: string) => `Invite again: ${email}`,
  remove: (email: string) => ({
    opens: "Remove",
    title: `Remove ${email}?`,
    does: "Remove",
    says: "Sessions, API keys and connected apps of this member end at once, and so do all API keys that this member created for others or for an app. The member's work stays. If you add the member again, the sessions, keys and connections stay ended.",
  }),
  keysEnd: (count: string) =>
    count === "1"
      ? "This member created 1 API key that another person or an app uses. It stops working. If you need it, create a new one first."
      : `This member created ${count} API keys that other people or apps use. They stop working. If you need them, create new ones first.`,
} as const;

export const APPS = {
  list: "Connected apps",
  none: "There are no connected apps. Copy the address from the page Connect an agent into your app. The app then asks you for access.",
  for: (email: string) => `for ${email}`,
  proposes: "its changes need approval",
  called: (times: number) => `called ${times} times`,
  last: "last",
  disconnect: (name: string) => ({
    opens: "Disconnect",
    title: `Disconnect ${name}?`,
    does: "Disconnect",
    says: "The app loses its access at once. Its work stays. To connect again, it must ask a member.",
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
    of: "Item",
  },
  theChange: "The change",
  mintedBy: ", created by",
} as const;
