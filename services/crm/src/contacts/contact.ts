import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { publish, publishFact } from "@jst/events";
import { sortText } from "@jst/query";
import { resource, type Options, type Refusal, type StoredRow } from "@jst/resource";
import { readPhone, storedPhone } from "@jst/values/phone";
import { contactDeclaration, type ContactValues } from "../../gen/resources.ts";
import type { Contact, ListContactsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { completed } from "./identity.ts";
import { normalisers } from "./normalise.ts";

/** SQL for a live contact with the address, primary or additional, or any contact that `primary` selects. */
const hasAddress = (kind: "email" | "phone", primary: string, form: string): string => `t.id in (
  select c.id from crm.contacts c where ${primary}
  union all select k.contact_id from crm.contact_keys k where k.reason = '${kind}' and k.key = md5(${form})::uuid)`;

const known = (address: string) =>
  `coalesce((select k.consent from crm.known_consents k where k.team_id = t.team_id and k.address = ${address}), '{}')`;

/** SQL of a contact's consent over its row `t`: that of its e-mail address and its telephone number as they are. */
const shownConsent = `(${known("t.email_key")} || ${known("t.phone")})`;

/** Refusal of a member that no two contacts of a team share. */
const exists = (field: "email" | "external_id", holds: string): Refusal => ({
  field,
  holds,
  refuse: (existing_id, cause) => {
    const detail = `Another contact of the team already has this ${field}; existing_id has its id. Send another value, or change that contact.`;
    return new AppError("contact_exists", detail, { extension: { existing_id, field }, cause });
  },
});

type ContactOptions = Options<Contact, ContactValues, ListContactsQuery, Deps>;

const options: ContactOptions = {
  hidden: ["is_name_set"],
  shown: { consent: shownConsent },
  normalise: normalisers,
  check: ({ owner_id }, call) =>
    call.deps.directory.requireKnown(call, { kind: "member", field: "owner_id", id: owner_id }),
  complete: completed,
  stored: publishStored,
  published: ["created", "updated"],
  refusals: {
    contacts_email_key: exists(
      "email",
      "h.archived_at is null and u.archived_at is null and h.email_key = platform.folded_email(u.email)",
    ),
    contacts_external_id_key: exists("external_id", "h.external_id = u.external_id"),
    // A booking that is repeated with the id of its contact.
    contacts_pkey: "repeat",
  },
  filters: {
    email: (text, params) => {
      const email = `platform.folded_email(${params.add(text.trim(), "text")})`;
      return hasAddress(
        "email",
        `c.email_key = ${email} and c.archived_at is not null`,
        `crm.compared(${email})`,
      );
    },
    phone: (text, params) => {
      const phone = params.add(text, "text");
      return hasAddress("phone", `c.phone = ${phone}`, phone);
    },
    tag: (text, params) => `t.tags operator(platform.&&&) ${params.add([text], "text[]")}`,
  },
  sought: soughtTexts,
  fields: [
    { name: "phone", kind: "text", sql: "t.phone", sort: sortText("t.phone"), kept: storedPhone },
    {
      name: "display_name",
      kind: "text",
      sql: "t.display_name",
      sort: sortText("t.display_name"),
      notNull: true,
    },
  ],
};

/** Contacts of a team: each write leaves an event, and no two live ones share an e-mail address or an external id. */
export const contacts = resource(contactDeclaration)<Deps>(options);

/** The same contacts, whose writes leave no event (imports.events). */
export const quietContacts = resource(contactDeclaration)<Deps>({
  ...options,
  stored: () => undefined,
  published: ["created", "updated", "deleted", "restored"],
});

/**
 * Stores contact.created with the write that made the contact, or contact.updated with any other; `previous` holds the
 * former values of the changed members alone (contacts.events).
 */
export function publishStored(tx: TeamTx, stored: StoredRow, previous: Partial<Contact> | undefined): void {
  const event = { id: stored.id, object: stored.body };
  if (previous === undefined) publish(tx, { type: "contact.created", ...event });
  else publish(tx, { type: "contact.updated", ...event, previous });
  if (previous !== undefined && "merged_into" in previous) publishMerge(tx, stored);
}

/** Stores the fact by which other services know that a contact is merged, or no longer is. */
export function publishMerge(tx: TeamTx, { id, version, body }: StoredRow): void {
  const { merged_into } = JSON.parse(body) as Contact;
  publishFact(tx, { from: "crm", type: "contact.merged", id, data: { merged_into, version } });
}

/** A text that could be a number or a part of one, however its digits are set apart. */
const NUMBER = /^[+(]?[\d\s()./-]*\d[\d\s()./-]*$/;

/**
 * Lists the texts that find a contact in place of `q` (contacts.search): names without a comma, and a telephone number
 * as it is stored. A part of a number goes without the zero that is dialled inside a country.
 */
function soughtTexts(q: string): string[] {
  const name = q.replaceAll(/[\s,;]+/g, " ").trim();
  const digits = q.replaceAll(/[^\d+]/g, "").replace(/^0+/, "");
  const number = readPhone(q.trim()).value ?? digits;
  return [
    ...new Set([
      q,
      ...(name === "" ? [] : [name]),
      ...(NUMBER.test(q.trim()) && digits !== "" ? [number] : []),
    ]),
  ];
}
