import { sortText } from "@jst/query";
import { resource } from "@jst/resource";
import { storedPhone } from "@jst/values/phone";
import { contactDeclaration } from "../../gen/resources.ts";
import { shownConsent } from "../consents/shown-consent.ts";
import type { Deps } from "../deps.ts";
import { unlessTaken } from "./contact-taken.ts";
import { publishStored } from "./events.ts";
import { completed } from "./identity.ts";
import { normalisers } from "./normalise.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { soughtTexts } from "./sought-texts.ts";

/** SQL for a live contact with the address, primary or additional, or any contact that `primary` selects. */
const hasAddress = (kind: "email" | "phone", primary: string, form: string): string => `t.id in (
  select c.id from crm.contacts c where ${primary}
  union all select k.contact_id from crm.contact_keys k where k.reason = '${kind}' and k.key = md5(${form})::uuid)`;

/** Contacts of a team: each write leaves an event, and no two live ones share an e-mail address or an external id. */
export const contacts = resource(contactDeclaration)<Deps>({
  hidden: ["is_name_set"],
  shown: { consent: shownConsent },
  normalise: normalisers,
  check: ({ owner_id }, call) =>
    call.deps.directory.requireKnown(call, { kind: "member", field: "owner_id", id: owner_id }),
  complete: completed,
  storing: unlessTaken,
  stored: publishStored,
  refusing: refuseTaken,
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
