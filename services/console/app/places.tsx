import {
  CalendarDays,
  CircleCheck,
  ClipboardList,
  Code,
  ContactRound,
  House,
  Library,
  ListChecks,
  MessageSquare,
  ReceiptText,
  Settings as SettingsIcon,
  Table2,
  Users,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import { Account } from "./account/account.tsx";
import { Approval } from "./approvals/approval.tsx";
import { Approvals } from "./approvals/approvals.tsx";
import { Booking } from "./calendar/booking.tsx";
import { Bookings } from "./calendar/bookings.tsx";
import { EventType } from "./calendar/event-type.tsx";
import { EventTypes } from "./calendar/event-types.tsx";
import { Hours } from "./calendar/hours.tsx";
import { Contact } from "./contacts/contact.tsx";
import { Contacts } from "./contacts/contacts.tsx";
import { TablesPage } from "./data/tables-page.tsx";
import { Connect } from "./developers/connect.tsx";
import { Events } from "./developers/events.tsx";
import { Form } from "./forms/form.tsx";
import { Forms } from "./forms/forms.tsx";
import { Home } from "./home/home.tsx";
import { Keys } from "./keys/keys.tsx";
import { Articles } from "./library/articles.tsx";
import { Base } from "./library/base.tsx";
import { Bases } from "./library/bases.tsx";
import { File } from "./library/file.tsx";
import { Files } from "./library/files.tsx";
import { Consents } from "./messages/consents.tsx";
import { Message } from "./messages/message.tsx";
import { Messages } from "./messages/messages.tsx";
import { Suppressions } from "./messages/suppressions.tsx";
import { Template } from "./messages/template.tsx";
import { Templates } from "./messages/templates.tsx";
import { Invoice } from "./money/invoice.tsx";
import { Invoices } from "./money/invoices.tsx";
import { Quote } from "./money/quote.tsx";
import { Quotes } from "./money/quotes.tsx";
import { Subscription } from "./money/subscription.tsx";
import { Subscriptions } from "./money/subscriptions.tsx";
import { Notifications } from "./notifications/notifications.tsx";
import { PATHS, type PageName } from "./paths.ts";
import { Review } from "./reviews/review.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { mayDo, type Session } from "./session/session.ts";
import { Apps } from "./team/apps.tsx";
import { Audit } from "./team/audit.tsx";
import { TeamMembers } from "./team/members.tsx";
import { Settings } from "./team/settings.tsx";
import { Webhook } from "./webhooks/webhook.tsx";
import { Webhooks } from "./webhooks/webhooks.tsx";
import { ENTRIES, TITLES } from "./words/places.ts";

/** A page of the console. */
export interface Place {
  page: PageName;
  shows: ComponentType;
  /** The page of one thing of it, by its id. */
  one?: ComponentType<{ id: string }>;
  /** The scope that it reads; without one it is for everybody. */
  reads?: string;
  /** Only who administers that scope has it: owners and admins. */
  isLed?: boolean;
  /** Only who may write there has it. */
  isWritten?: boolean;
  /** The module that it shows: while that is off, the page is not there. */
  module?: string;
}

/** An entry of the menu: one page, or several that are its tabs. */
export interface Entry {
  name: string;
  icon: LucideIcon;
  places: readonly Place[];
}

/** The parts of the menu, in their order. */
export const SECTIONS = ["work", "tables", "records", "team"] as const;

export type Menu = Readonly<Record<(typeof SECTIONS)[number], readonly Entry[]>>;

// The page of a table is an eighth of the code. As a file of its own it does not delay the first page.
const TablePage = lazy(async () => ({ default: (await import("./data/table-page.tsx")).TablePage }));

// The parser of rendered texts is for articles alone.
const Article = lazy(async () => ({ default: (await import("./library/article.tsx")).Article }));

// Rules are written once and seldom changed.
const Rules = lazy(async () => ({ default: (await import("./rules/rules.tsx")).Rules }));
const Rule = lazy(async () => ({ default: (await import("./rules/rule.tsx")).Rule }));

// An import is rare.
const ImportsPage = lazy(async () => ({ default: (await import("./imports/imports-page.tsx")).ImportsPage }));
const ImportPage = lazy(async () => ({ default: (await import("./imports/import-page.tsx")).ImportPage }));
const ContactImportsPage = lazy(async () => ({
  default: (await import("./imports/imports-page.tsx")).ContactImportsPage,
}));
const ContactImportPage = lazy(async () => ({
  default: (await import("./imports/import-page.tsx")).ContactImportPage,
}));

const ofModule = (module: string) => ({ reads: module, module });
const alone = (icon: LucideIcon, place: Place): Entry => ({
  name: TITLES[place.page],
  icon,
  places: [place],
});

const calendar: readonly Place[] = [
  { page: "bookings", shows: Bookings, one: Booking, ...ofModule("scheduling") },
  { page: "eventTypes", shows: EventTypes, one: EventType, ...ofModule("scheduling") },
  { page: "hours", shows: Hours, ...ofModule("scheduling") },
];
const money: readonly Place[] = [
  { page: "invoices", shows: Invoices, one: Invoice, ...ofModule("commerce") },
  { page: "quotes", shows: Quotes, one: Quote, ...ofModule("commerce") },
  { page: "subscriptions", shows: Subscriptions, one: Subscription, ...ofModule("commerce") },
];
const messages: readonly Place[] = [
  { page: "messages", shows: Messages, one: Message, ...ofModule("comms") },
  { page: "templates", shows: Templates, one: Template, ...ofModule("comms") },
  { page: "consents", shows: Consents, ...ofModule("comms") },
  { page: "suppressions", shows: Suppressions, ...ofModule("comms") },
];
const library: readonly Place[] = [
  { page: "articles", shows: Articles, one: Article, ...ofModule("articles") },
  { page: "bases", shows: Bases, one: Base, ...ofModule("bases") },
  { page: "files", shows: Files, one: File, ...ofModule("files") },
];
const developers: readonly Place[] = [
  { page: "keys", shows: Keys, reads: "tokens" },
  { page: "connect", shows: Connect, reads: "tokens" },
  { page: "webhooks", shows: Webhooks, one: Webhook, ...ofModule("webhooks") },
  { page: "events", shows: Events, ...ofModule("webhooks") },
];
const team: readonly Place[] = [
  { page: "members", shows: TeamMembers, reads: "config" },
  { page: "apps", shows: Apps, reads: "tokens", module: "agent_connect" },
  { page: "rules", shows: Rules, one: Rule, reads: "config", isLed: true },
  { page: "audit", shows: Audit, reads: "audit" },
];

const menu: Menu = {
  work: [
    alone(House, { page: "home", shows: Home }),
    alone(CircleCheck, { page: "approvals", shows: Approvals, one: Approval }),
  ],
  tables: [
    {
      name: ENTRIES.tables,
      icon: Table2,
      places: [{ page: "tables", shows: TablesPage, one: TablePage, ...ofModule("tables") }],
    },
  ],
  records: [
    alone(ContactRound, { page: "contacts", shows: Contacts, one: Contact, ...ofModule("contacts") }),
    alone(ClipboardList, { page: "forms", shows: Forms, one: Form, ...ofModule("forms") }),
    { name: ENTRIES.calendar, icon: CalendarDays, places: calendar },
    { name: ENTRIES.money, icon: ReceiptText, places: money },
    { name: ENTRIES.messages, icon: MessageSquare, places: messages },
    { name: ENTRIES.library, icon: Library, places: library },
    alone(ListChecks, { page: "reviews", shows: Reviews, one: Review, ...ofModule("review") }),
  ],
  team: [
    { name: ENTRIES.developers, icon: Code, places: developers },
    { name: ENTRIES.team, icon: Users, places: team },
    alone(SettingsIcon, { page: "settings", shows: Settings, reads: "config" }),
  ],
};

/** Pages to which the bell, the name of the person and other pages lead. */
const beside: readonly Place[] = [
  { page: "imports", shows: ImportsPage, one: ImportPage, isWritten: true, ...ofModule("tables") },
  {
    ...{ page: "contactImports", shows: ContactImportsPage, one: ContactImportPage, isWritten: true },
    ...ofModule("contacts"),
  },
  { page: "notifications", shows: Notifications },
  { page: "account", shows: Account },
];

/** Every page, for any role. */
export const allPlaces: readonly Place[] = [
  ...SECTIONS.flatMap((section) => menu[section]).flatMap(({ places }) => places),
  ...beside,
];

/** Whether the session can use a page: its role may read it, and its module is on. */
export function isFor(session: Session, modules: Readonly<Record<string, boolean>>) {
  return ({ reads, isLed = false, isWritten = false, module }: Place): boolean =>
    (reads === undefined || mayDo(session, reads, isLed ? "admin" : isWritten ? "write" : "read")) &&
    (module === undefined || modules[module] === true);
}

/** Lists the entries whose pages the session can use, with these pages. */
export function menuFor(session: Session, modules: Readonly<Record<string, boolean>>): Menu {
  const is = isFor(session, modules);
  const usable = (entries: readonly Entry[]) =>
    entries
      .map((entry) => ({ ...entry, places: entry.places.filter(is) }))
      .filter(({ places }) => places.length > 0);
  return {
    work: usable(menu.work),
    tables: usable(menu.tables),
    records: usable(menu.records),
    team: usable(menu.team),
  };
}

/** Returns aria-current of a link to a page: "page" on the page itself, "true" on the page of one of its things. */
export function currentOf({ page }: Pick<Place, "page">, here: string): "page" | "true" | undefined {
  const path = PATHS[page];
  if (here === path) return "page";
  return page !== "home" && here.startsWith(`${path}/`) ? "true" : undefined;
}

/** Returns aria-current of an entry: that of its only page, "true" on any of several. */
export function currentEntry(places: readonly Place[], here: string): "page" | "true" | undefined {
  const found = places.map((place) => currentOf(place, here)).find((one) => one !== undefined);
  return found === undefined || places.length === 1 ? found : "true";
}
