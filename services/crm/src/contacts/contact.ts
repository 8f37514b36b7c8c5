import { AppError } from "@jst/errors";
import { sortText } from "@jst/query";
import { resource, type Refusal } from "@jst/resource";
import { storedPhone } from "@jst/values/phone";
import { contactDeclaration } from "../../gen/resources.ts";
import { shownConsent } from "../consents/shown-consent.ts";
import type { Deps } from "../deps.ts";
import { publishStored } from "./events.ts";
import { completed } from "./identity.ts";
import { normalisers } from "./normalise.ts";
import { soughtTexts } from "./sought-texts.ts";

/** SQL for a live contact with the address, primary or additional, or any contact that `primary` selects. */
const hasAddress = (kind: "email" | "phone", primary: string, form: string): string => `t.id in (
  select c.id from crm.contacts c where ${primary}
  union all select k.contact_id from crm.contact_keys k where k.reason = '${kind}' and k.key = md5(${form})::uuid)`;

/** Refusal of a member that no two contacts of a team share. */
const exists = (field: "email" | "external_id", holds: string): Refusal => ({
  field,
  holds,
  refuse: (existing_id, cause) => {
    const detail = `Another contact of the team has this ${field}; see existing_id.`;
    return new AppError("contact_exists", detail, { extension: { existing_id, field }, cause });
  },
});

/** Contacts of a team: each write leaves an event, and no two live ones share an e-mail address or an external id. */
export const contacts = resource(contactDeclaration)<Deps>({
  hidden: ["is_name_set"],
  shown: { consent: shownConsent },
  normalise: normalisers,
  check: ({ owner_id }, call) =>
    call.deps.directory.requireKnown(call, { kind: "member", field: "owner_id", id: owner_id }),
  complete: completed,
  stored: publishStored,
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
});
