import {
  Activity,
  Bell,
  BellOff,
  Blocks,
  BookOpen,
  Bot,
  CalendarDays,
  CalendarPlus,
  CircleCheck,
  CircleUser,
  ClipboardList,
  Clock,
  ContactRound,
  File as FileIcon,
  FilePen,
  FileText,
  House,
  KeyRound,
  ListChecks,
  Mail,
  MessageSquare,
  ReceiptText,
  Repeat,
  Scale,
  ScrollText,
  Settings as SettingsIcon,
  ShieldCheck,
  Table2,
  Users,
  Webhook as WebhookIcon,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
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
import { TablePage } from "./data/table-page.tsx";
import { TablesPage } from "./data/tables-page.tsx";
import { Connect } from "./developers/connect.tsx";
import { Events } from "./developers/events.tsx";
import { Form } from "./forms/form.tsx";
import { Forms } from "./forms/forms.tsx";
import { Home } from "./home/home.tsx";
import { Keys } from "./keys/keys.tsx";
import { Article } from "./library/article.tsx";
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
import type { PageName } from "./paths.ts";
import { Review } from "./reviews/review.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { Rule } from "./rules/rule.tsx";
import { Rules } from "./rules/rules.tsx";
import { mayDo, type Session } from "./session/session.ts";
import { Apps } from "./team/apps.tsx";
import { Audit } from "./team/audit.tsx";
import { TeamMembers } from "./team/members.tsx";
import { Settings } from "./team/settings.tsx";
import { Webhook } from "./webhooks/webhook.tsx";
import { Webhooks } from "./webhooks/webhooks.tsx";
import { GROUPS, type GroupName } from "./words/places.ts";

/** A page of the navigation. */
export interface Place {
  page: PageName;
  icon: LucideIcon;
  shows: ComponentType;
  /** The page of one thing of it, by its id. */
  one?: ComponentType<{ id: string }>;
  /** The scope that it reads; without one it is for everybody. */
  reads?: string;
  /** Only who administers that scope has it: owners and admins. */
  isLed?: boolean;
  /** The module that it shows: while that is off, the page is not there. */
  module?: string;
}

/** Pages that belong together. */
export interface Group {
  name: GroupName;
  places: readonly Place[];
}

const ofModule = (module: string) => ({ reads: module, module });

/** The pages in the order of the navigation. */
const places: Readonly<Record<GroupName, readonly Place[]>> = {
  work: [
    { page: "home", icon: House, shows: Home },
    { page: "approvals", icon: CircleCheck, shows: Approvals, one: Approval },
    { page: "notifications", icon: Bell, shows: Notifications },
  ],
  data: [
    { page: "tables", icon: Table2, shows: TablesPage, one: TablePage, ...ofModule("tables") },
    { page: "contacts", icon: ContactRound, shows: Contacts, one: Contact, ...ofModule("contacts") },
    { page: "forms", icon: ClipboardList, shows: Forms, one: Form, ...ofModule("forms") },
    { page: "files", icon: FileIcon, shows: Files, one: File, ...ofModule("files") },
    { page: "articles", icon: FileText, shows: Articles, one: Article, ...ofModule("articles") },
    { page: "bases", icon: BookOpen, shows: Bases, one: Base, ...ofModule("bases") },
  ],
  calendar: [
    { page: "bookings", icon: CalendarDays, shows: Bookings, one: Booking, ...ofModule("scheduling") },
    { page: "eventTypes", icon: CalendarPlus, shows: EventTypes, one: EventType, ...ofModule("scheduling") },
    { page: "hours", icon: Clock, shows: Hours, ...ofModule("scheduling") },
  ],
  money: [
    { page: "invoices", icon: ReceiptText, shows: Invoices, one: Invoice, ...ofModule("commerce") },
    { page: "quotes", icon: FilePen, shows: Quotes, one: Quote, ...ofModule("commerce") },
    { page: "subscriptions", icon: Repeat, shows: Subscriptions, one: Subscription, ...ofModule("commerce") },
  ],
  people: [
    { page: "messages", icon: MessageSquare, shows: Messages, one: Message, ...ofModule("comms") },
    { page: "templates", icon: Mail, shows: Templates, one: Template, ...ofModule("comms") },
    { page: "consents", icon: ShieldCheck, shows: Consents, ...ofModule("comms") },
    { page: "suppressions", icon: BellOff, shows: Suppressions, ...ofModule("comms") },
    { page: "reviews", icon: ListChecks, shows: Reviews, one: Review, ...ofModule("review") },
  ],
  developers: [
    { page: "keys", icon: KeyRound, shows: Keys, reads: "tokens" },
    { page: "webhooks", icon: WebhookIcon, shows: Webhooks, one: Webhook, ...ofModule("webhooks") },
    { page: "events", icon: Activity, shows: Events, ...ofModule("webhooks") },
    { page: "connect", icon: Bot, shows: Connect, reads: "tokens" },
  ],
  team: [
    { page: "members", icon: Users, shows: TeamMembers, reads: "config" },
    { page: "apps", icon: Blocks, shows: Apps, reads: "tokens", module: "agent_connect" },
    { page: "audit", icon: ScrollText, shows: Audit, reads: "audit" },
    { page: "rules", icon: Scale, shows: Rules, one: Rule, reads: "config", isLed: true },
    { page: "settings", icon: SettingsIcon, shows: Settings, reads: "config" },
    { page: "account", icon: CircleUser, shows: Account },
  ],
};

const names = Object.keys(GROUPS) as GroupName[];

/** Every page, for any role. */
export const allPlaces: readonly Place[] = names.flatMap((name) => places[name]);

/** Lists the pages that the session can use: those that its role may read, of enabled modules. */
export function placesFor(session: Session, modules: Readonly<Record<string, boolean>>): Group[] {
  const isFor = ({ reads, isLed = false, module }: Place) =>
    (reads === undefined || mayDo(session, reads, isLed ? "admin" : "read")) &&
    (module === undefined || modules[module] === true);
  return names
    .map((name) => ({ name, places: places[name].filter(isFor) }))
    .filter((group) => group.places.length > 0);
}
