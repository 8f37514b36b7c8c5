import { answered } from "@jst/client";
import { api } from "../api.ts";
import { contactName } from "./contact-names.ts";
import type { Thing } from "./pick.tsx";

const SHOWN = 20;

/** Finds what may be chosen by a text; of an empty one the first. */
export type Find = (q: string) => Promise<readonly Thing[]>;

/** So many of what is found, as the API is asked for them. */
export const queryOf = (q: string) => ({ limit: SHOWN, ...(q.trim() === "" ? {} : { q: q.trim() }) });

/** Finds contacts by name, e-mail address or company. */
export const findContact: Find = async (q) => {
  const { contacts } = await answered(api.GET("/api/v1/contacts", { params: { query: queryOf(q) } }));
  return contacts.map((contact) => ({
    id: contact.id,
    name: contactName(contact),
    about: [contact.email, contact.company].filter(Boolean).join(", "),
  }));
};
