import { mayDo, type Session } from "./session/session.ts";

/** A page of the navigation. */
export interface Place {
  to: string;
  name: string;
  /** The scope that it reads; without one it is for everybody. */
  reads?: string;
  /** The module that it shows: while that is off, the page is not there. */
  module?: string;
}

/** Pages that belong together. */
export interface Group {
  name: string;
  places: readonly Place[];
}

/** The pages in the order of the navigation. */
const groups: readonly Group[] = [
  {
    name: "Work",
    places: [
      { to: "/", name: "Home" },
      { to: "/approvals", name: "Approvals" },
    ],
  },
  {
    name: "Data",
    places: [
      { to: "/tables", name: "Tables", reads: "tables", module: "tables" },
      { to: "/contacts", name: "Contacts", reads: "contacts", module: "contacts" },
      { to: "/forms", name: "Forms", reads: "forms", module: "forms" },
      { to: "/files", name: "Files", reads: "files", module: "files" },
      { to: "/articles", name: "Articles", reads: "articles", module: "articles" },
      { to: "/bases", name: "Bases", reads: "bases", module: "bases" },
    ],
  },
  {
    name: "Calendar",
    places: [
      { to: "/bookings", name: "Bookings", reads: "scheduling", module: "scheduling" },
      { to: "/hours", name: "Hours", reads: "scheduling", module: "scheduling" },
    ],
  },
  {
    name: "Money",
    places: [
      { to: "/invoices", name: "Invoices", reads: "commerce", module: "commerce" },
      { to: "/quotes", name: "Quotes", reads: "commerce", module: "commerce" },
      { to: "/subscriptions", name: "Subscriptions", reads: "commerce", module: "commerce" },
    ],
  },
  {
    name: "People",
    places: [
      { to: "/messages", name: "Messages", reads: "comms", module: "comms" },
      { to: "/reviews", name: "Reviews", reads: "review", module: "review" },
    ],
  },
  {
    name: "Developers",
    places: [
      { to: "/keys", name: "API keys", reads: "tokens" },
      { to: "/webhooks", name: "Webhooks", reads: "webhooks", module: "webhooks" },
      { to: "/events", name: "Events", reads: "webhooks", module: "webhooks" },
      { to: "/connect", name: "Connect an agent", reads: "tokens" },
    ],
  },
  {
    name: "Team",
    places: [
      { to: "/members", name: "Members", reads: "config" },
      { to: "/apps", name: "Connected apps", reads: "tokens", module: "agent_connect" },
      { to: "/audit", name: "Audit", reads: "audit" },
      { to: "/settings", name: "Settings", reads: "config" },
    ],
  },
];

/** What this person has a use for: what the role may read, of modules that are on. */
export function placesFor(session: Session, modules: Readonly<Record<string, boolean>>): Group[] {
  const isFor = ({ reads, module }: Place) =>
    (reads === undefined || mayDo(session, reads, "read")) &&
    (module === undefined || modules[module] === true);
  return groups
    .map(({ name, places }) => ({ name, places: places.filter(isFor) }))
    .filter(({ places }) => places.length > 0);
}
