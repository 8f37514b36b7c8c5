import { newPathOf, type PageName } from "../paths.ts";
import { allPlaces, isFor } from "../places.tsx";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { BOOKINGS, EVENT_TYPES } from "../words/calendar.ts";
import { CONTACTS } from "../words/contacts.ts";
import { FORMS } from "../words/forms.ts";
import { CREATE } from "../words/keyboard.ts";
import { ARTICLES, BASES } from "../words/library.ts";
import { MESSAGES, TEMPLATES } from "../words/messages.ts";
import { INVOICES, QUOTES, SUBSCRIPTIONS } from "../words/money.ts";
import { REVIEWS } from "../words/reviews.ts";
import { TABLES } from "../words/tables.ts";
import type { Found } from "./search-sources.ts";

/** The button that creates a thing, by the page of its list, in the order of the menu. */
const NAMES: Readonly<Partial<Record<PageName, string>>> = {
  contacts: CONTACTS.opens,
  bookings: BOOKINGS.opens,
  invoices: INVOICES.opens,
  quotes: QUOTES.opens,
  subscriptions: SUBSCRIPTIONS.opens,
  messages: MESSAGES.opens,
  articles: ARTICLES.opens,
  tables: TABLES.opens,
  forms: FORMS.opens,
  eventTypes: EVENT_TYPES.opens,
  templates: TEMPLATES.opens,
  bases: BASES.opens,
  reviews: REVIEWS.opens,
};

/** Lists what the person may create, each with the address that opens its form. */
export function useCreates(): Found[] {
  const [session, modules] = [useSession(), useModules()];
  const places = allPlaces.filter(isFor(session, modules));
  return Object.entries(NAMES).flatMap(([page, name]) => {
    const place = places.find((one) => one.page === page);
    if (place === undefined || (place.reads !== undefined && !mayDo(session, place.reads, "write")))
      return [];
    return [{ to: newPathOf(place.page), name, about: CREATE.opens }];
  });
}
