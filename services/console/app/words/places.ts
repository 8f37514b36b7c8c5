import type { PageName } from "../paths.ts";

/** Pages that belong together, in the order of the navigation. */
export const GROUPS = {
  work: "Work",
  data: "Data",
  calendar: "Calendar",
  money: "Money",
  people: "People",
  developers: "Developers",
  team: "Team",
} as const;

export type GroupName = keyof typeof GROUPS;

/** Title of each page. */
export const TITLES: Readonly<Record<PageName, string>> = {
  home: "Home",
  approvals: "Approvals",
  notifications: "Notifications",
  tables: "Tables",
  contacts: "Contacts",
  forms: "Forms",
  files: "Files",
  articles: "Articles",
  bases: "Knowledge bases",
  bookings: "Bookings",
  eventTypes: "Event types",
  hours: "Hours",
  invoices: "Invoices",
  quotes: "Quotes",
  subscriptions: "Subscriptions",
  messages: "Messages",
  templates: "Templates",
  consents: "Consents",
  suppressions: "Suppressions",
  reviews: "Reviews",
  keys: "API keys",
  webhooks: "Webhooks",
  events: "Events",
  connect: "Connect an agent",
  members: "Members",
  apps: "Connected apps",
  audit: "Audit",
  rules: "Approval rules",
  settings: "Settings",
  account: "Account",
};

/** Around every page. */
export const SHELL = {
  skip: "Skip to the page",
  menu: "Menu",
  navigation: "Console",
  signOut: "Sign out",
  teams: (slug: string) => `Team: ${slug}`,
  switchesTo: (name: string, role: string) => `${name}, ${role}`,
  window: (title: string) => `${title} · Console`,
  nowhere: "Page not found",
  mistyped: "Check the address.",
  shows: "shows what waits for you.",
  moduleOff: (name: string) => `The module ${name} is off for this team. Its data stays.`,
  turnsOn: "Owners and admins turn it on in Settings, or your administrator runs",
  roleIs: (role: string) =>
    `Your role changed while this page was open. You are now ${role}, and the page shows what you can do.`,
  understood: "Understood",
} as const;
