/** Path of each page below /console. The page of one object stands below that of its list. */
export const PATHS = {
  home: "/",
  approvals: "/approvals",
  notifications: "/notifications",
  tables: "/tables",
  imports: "/imports",
  contactImports: "/contact-imports",
  contacts: "/contacts",
  forms: "/forms",
  files: "/files",
  articles: "/articles",
  bases: "/bases",
  bookings: "/bookings",
  eventTypes: "/event-types",
  hours: "/hours",
  invoices: "/invoices",
  quotes: "/quotes",
  subscriptions: "/subscriptions",
  messages: "/messages",
  templates: "/templates",
  consents: "/consents",
  suppressions: "/suppressions",
  reviews: "/reviews",
  keys: "/keys",
  webhooks: "/webhooks",
  events: "/events",
  connect: "/connect",
  members: "/members",
  apps: "/apps",
  audit: "/audit",
  rules: "/rules",
  settings: "/settings",
  account: "/account",
} as const;

/** A page of the navigation. */
export type PageName = keyof typeof PATHS;

/** Member of an address that opens the form of a new thing on the page of its list. */
export const NEW = "new";

/** Where the form of a new thing of a list is. */
export const newPathOf = (list: PageName): string => `${PATHS[list]}?${NEW}=1`;

/** Where a row is shown beside its table. */
export const rowPath = (table: string, row: string): string => `${pathOf("tables", table)}?open=${row}`;

/** Where the page of one thing of a list is. */
export const pathOf = (list: PageName, id: string): string => `${PATHS[list]}/${encodeURIComponent(id)}`;
