import type { ComponentType } from "react";
import { Redirect, Route, Switch } from "wouter";
import { Approval } from "./approvals/approval.tsx";
import { Approvals } from "./approvals/approvals.tsx";
import { Booking, Bookings } from "./calendar/bookings.tsx";
import { Hours } from "./calendar/hours.tsx";
import { Contact, Contacts } from "./contacts/contacts.tsx";
import { TablePage } from "./data/table-page.tsx";
import { TablesPage } from "./data/tables-page.tsx";
import { Connect } from "./developers/connect.tsx";
import { Events } from "./developers/events.tsx";
import { Form, Forms } from "./forms/forms.tsx";
import { Home } from "./home/home.tsx";
import { Keys } from "./keys/keys.tsx";
import { Article, Articles } from "./library/articles.tsx";
import { Base, Bases } from "./library/bases.tsx";
import { Files } from "./library/files.tsx";
import { Message, Messages } from "./messages/messages.tsx";
import { Invoice, Invoices } from "./money/invoices.tsx";
import { Quote, Quotes } from "./money/quotes.tsx";
import { Subscription, Subscriptions } from "./money/subscriptions.tsx";
import { Nowhere } from "./parts/nowhere.tsx";
import { Shell } from "./parts/shell.tsx";
import { Review, Reviews } from "./reviews/reviews.tsx";
import { SignedIn } from "./session/signed-in.tsx";
import { Apps } from "./team/apps.tsx";
import { Audit } from "./team/audit.tsx";
import { TeamMembers } from "./team/members.tsx";
import { Settings } from "./team/settings.tsx";
import { Webhook } from "./webhooks/webhook.tsx";
import { Webhooks } from "./webhooks/webhooks.tsx";

/** Pages by their addresses. */
const pages: Readonly<Record<string, ComponentType>> = {
  "/": Home,
  "/approvals": Approvals,
  "/tables": TablesPage,
  "/contacts": Contacts,
  "/forms": Forms,
  "/files": Files,
  "/articles": Articles,
  "/bases": Bases,
  "/bookings": Bookings,
  "/hours": Hours,
  "/invoices": Invoices,
  "/quotes": Quotes,
  "/subscriptions": Subscriptions,
  "/messages": Messages,
  "/reviews": Reviews,
  "/keys": Keys,
  "/webhooks": Webhooks,
  "/events": Events,
  "/connect": Connect,
  "/members": TeamMembers,
  "/apps": Apps,
  "/audit": Audit,
  "/settings": Settings,
};

/** The page of one thing, below the page of its list. */
const things: Readonly<Record<string, ComponentType<{ id: string }>>> = {
  "/approvals": Approval,
  "/tables": TablePage,
  "/contacts": Contact,
  "/forms": ({ id }) => <Form slug={id} />,
  "/articles": Article,
  "/bases": Base,
  "/bookings": Booking,
  "/invoices": Invoice,
  "/quotes": Quote,
  "/subscriptions": Subscription,
  "/messages": Message,
  "/reviews": Review,
  "/webhooks": Webhook,
};

/** Every page of the console, for who is signed in. */
export function Console() {
  return (
    <SignedIn>
      <Shell>
        <Switch>
          {Object.entries(pages).map(([path, page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          {Object.entries(things).map(([path, Thing]) => (
            <Route key={path} path={`${path}/:id`}>
              {({ id }) => <Thing id={decodeURIComponent(id)} key={id} />}
            </Route>
          ))}
          <Route path="/home">
            <Redirect to="/" replace />
          </Route>
          <Route component={Nowhere} />
        </Switch>
      </Shell>
    </SignedIn>
  );
}
