import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { CONTACTS } from "../words/contacts.ts";

const { fields: labels, stages, phoneHelp } = CONTACTS;

/** Fields of a contact, for the forms of a new one and of an existing one. */
export const contactFields: readonly (Field<Schemas["ContactCreate"]> & Field<Schemas["ContactPatch"]>)[] = [
  { name: "first_name", kind: "text", label: labels.first_name },
  { name: "last_name", kind: "text", label: labels.last_name },
  { name: "email", kind: "email", label: labels.email },
  { name: "phone", kind: "tel", label: labels.phone, help: phoneHelp },
  { name: "company", kind: "text", label: labels.company },
  { name: "title", kind: "text", label: labels.title },
  { name: "tags", kind: "words", label: labels.tags },
  { name: "lifecycle_stage", kind: "choice", label: labels.lifecycle_stage, choices: stages },
  { name: "birth_date", kind: "date", label: labels.birth_date },
  { name: "notes", kind: "long", label: labels.notes },
];
