import { CONTACTS } from "../words/contacts.ts";
import { CONTACT_GOALS } from "../words/import-mapping.ts";
import { fieldGoal as goal, type GoalColumn } from "./mapping.ts";

const { fields } = CONTACTS;

const stages = Object.entries(CONTACTS.stages).map(([value, label]) => ({ value, label }));

/** Fields of a contact to which the columns of a file go, in the form of columns of a table. */
export const contactGoals: readonly GoalColumn[] = [
  goal("first_name", fields.first_name),
  goal("last_name", fields.last_name),
  goal("display_name", CONTACT_GOALS.display_name),
  goal("email", fields.email, "email", { unique: true }),
  goal("additional_emails", CONTACT_GOALS.additional_emails),
  goal("phone", fields.phone, "phone", { unique: true }),
  goal("additional_phones", CONTACT_GOALS.additional_phones),
  goal("company", fields.company),
  goal("title", fields.title),
  goal("address.line1", CONTACT_GOALS.line1),
  goal("address.line2", CONTACT_GOALS.line2),
  goal("address.postal_code", CONTACT_GOALS.postal_code),
  goal("address.city", CONTACT_GOALS.city),
  goal("address.region", CONTACT_GOALS.region),
  goal("address.country", CONTACT_GOALS.country),
  goal("tags", fields.tags),
  goal("lifecycle_stage", fields.lifecycle_stage, "select", { options: { options: stages } }),
  goal("owner_id", CONTACT_GOALS.owner),
  goal("birth_date", fields.birth_date, "date"),
  goal("notes", fields.notes, "long_text"),
  goal("source", CONTACT_GOALS.source),
  goal("external_id", CONTACT_GOALS.external_id, "text", { unique: true }),
  goal("timezone", CONTACT_GOALS.timezone),
  goal("locale", CONTACT_GOALS.locale),
  ...(["email", "sms", "whatsapp"] as const).flatMap((channel) =>
    (["marketing", "transactional"] as const).map((purpose) =>
      goal(`consent.${channel}.${purpose}`, CONTACT_GOALS.consent(channel, purpose)),
    ),
  ),
];

const CUSTOM = "custom.";

/** Whether the field is one of the team's own. */
export const isCustom = (field: string | undefined): boolean => field?.startsWith(CUSTOM) === true;

const KEY_CHARS_MAX = 100;

/** The field of the team's own that is called like a column. */
export const customField = (header: string): string =>
  `${CUSTOM}${header.trim().slice(0, KEY_CHARS_MAX) || CONTACT_GOALS.nameless}`;

/** The goal of a field of the team's own, which is called by its key. */
export const customGoal = (field: string): GoalColumn => goal(field, field.slice(CUSTOM.length));
