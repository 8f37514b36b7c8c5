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
    { page: "home", shows: Home },
    { page: "approvals", shows: Approvals, one: Approval },
    { page: "notifications", shows: Notifications },
  ],
  data: [
    { page: "tables", shows: TablesPage, one: TablePage, ...ofModule("tables") },
    { page: "contacts", shows: Contacts, one: Contact, ...ofModule("contacts") },
    { page: "forms", shows: Forms, one: Form, ...ofModule("forms") },
    { page: "files", shows: Files, one: File, ...ofModule("files") },
    { page: "articles", shows: Articles, one: Article, ...ofModule("articles") },
    { page: "bases", shows: Bases, one: Base, ...ofModule("bases") },
  ],
  calendar: [
    { page: "bookings", shows: Bookings, one: Booking, ...ofModule("scheduling") },
    { page: "eventTypes", shows: EventTypes, one: EventType, ...ofModule("scheduling") },
    { page: "hours", shows: Hours, ...ofModule("scheduling") },
  ],
  money: [
    { page: "invoices", shows: Invoices, one: Invoice, ...ofModule("commerce") },
    { page: "quotes", shows: Quotes, one: Quote, ...ofModule("commerce") },
    { page: "subscriptions", shows: Subscriptions, one: Subscription, ...ofModule("commerce") },
  ],
  people: [
    { page: "messages", shows: Messages, one: Message, ...ofModule("comms") },
    { page: "templates", shows: Templates, one: Template, ...ofModule("comms") },
    { page: "consents", shows: Consents, ...ofModule("comms") },
    { page: "suppressions", shows: Suppressions, ...ofModule("comms") },
    { page: "reviews", shows: Reviews, one: Review, ...ofModule("review") },
  ],
  developers: [
    { page: "keys", shows: Keys, reads: "tokens" },
    { page: "webhooks", shows: Webhooks, one: Webhook, ...ofModule("webhooks") },
    { page: "events", shows: Events, ...ofModule("webhooks") },
    { page: "connect", shows: Connect, reads: "tokens" },
  ],
  team: [
    { page: "members", shows: TeamMembers, reads: "config" },
    { page: "apps", shows: Apps, reads: "tokens", module: "agent_connect" },
    { page: "audit", shows: Audit, reads: "audit" },
    { page: "rules", shows: Rules, one: Rule, reads: "config", isLed: true },
    { page: "settings", shows: Settings, reads: "config" },
    { page: "account", shows: Account },
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
