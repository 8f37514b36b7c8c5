import type { Contact } from "../../gen/rpc.ts";

/** Everything of a contact that its writer decides, as stored: null, [] and {} are empty. */
export const WRITABLE = [
  "first_name",
  "last_name",
  "display_name",
  "email",
  "additional_emails",
  "phone",
  "additional_phones",
  "company",
  "title",
  "address",
  "tags",
  "lifecycle_stage",
  "owner_id",
  "source",
  "external_id",
  "timezone",
  "locale",
  "birth_date",
  "notes",
  "custom",
] as const satisfies readonly (keyof Contact)[];

/** The writable members of a contact. */
export type ContactValues = Pick<Contact, (typeof WRITABLE)[number]>;
