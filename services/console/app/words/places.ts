import type { PageName } from "../paths.ts";

/** Entries of the menu that have several pages, or another name than their page. */
export const ENTRIES = {
  tables: "All tables",
  calendar: "Calendar",
  money: "Money",
  messages: "Messages",
  library: "Library",
  developers: "Developers",
  team: "Team",
} as const;

/** Title of each page. */
export const TITLES: Readonly<Record<PageName, string>> = {
  home: "Home",
  approvals: "Approvals",
  notifications: "Notifications",
  tables: "Tables",
  imports: "Imports",
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
  folds: "Fold or unfold the menu ([)",
  navigation: "Console",
  bar: "Main pages",
  tabs: (entry: string) => `Pages of ${entry}`,
  waiting: (name: string, count: string) => `${name}, ${count}`,
  account: "Account:",
  closes: "Close the menu",
  sections: { work: "Work", tables: "Tables", records: "Records", team: "Settings" },
  signOut: "Sign out",
  notSignedOut: "You are still signed in, because the server did not answer. Try again.",
  teams: (slug: string) => `Team: ${slug}`,
  otherTeam: (team: string) => `You are now in the team ${team}`,
  otherTeamSays: (own: string, now: string) =>
    `Another window of this browser switched to ${now}. Changes here would go to ${now}, so this page of ${own} is locked.`,
  goesTo: (team: string) => `Go to ${team}`,
  staysIn: (team: string) => `Switch back to ${team}`,
  switchesTo: (name: string, role: string) => `${name}, ${role}`,
  window: (title: string, waiting: string) => `${waiting === "" ? "" : `(${waiting}) `}${title} · Console`,
  nowhere: "Page not found",
  mistyped: "Check the address.",
  shows: "shows what waits for you.",
  moduleOff: (name: string) => `The module ${name} is off for this team. Its data stays.`,
  turnsOn: "Owners and admins turn it on in Settings, or your administrator runs",
  roleIs: (role: string) =>
    `Your role changed while this page was open. You are now ${role}, and the page shows what you can do.`,
  understood: "Understood",
} as const;
