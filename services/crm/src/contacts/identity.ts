import { validationFailed } from "@jst/errors";
import type { Stored } from "@jst/resource";
import type { ContactValues } from "../../gen/resources.ts";

const IDENTIFYING = ["email", "phone", "first_name", "last_name", "company"] as const;

type NamingMember = (typeof IDENTIFYING)[number];

/**
 * The contact with the name it is shown by: one set by hand stays until it is cleared, any other follows the members.
 * Throws validation_failed when nothing names or reaches the contact (contacts.display-name).
 */
export function completed(next: Stored<ContactValues>, given: Partial<ContactValues>): Stored<ContactValues> {
  const { display_name: name } = given;
  const is_name_set = name === undefined ? next["is_name_set"] === true : name !== null;
  requireIdentity(next);
  return { ...next, is_name_set, ...(is_name_set ? {} : { display_name: derivedName(next) }) };
}

/** The name shown for a contact without one of its own: its names, else company, e-mail or telephone number. */
export function derivedName(values: Pick<ContactValues, NamingMember>): string | null {
  const names = [values.first_name, values.last_name].filter(isFilled).join(" ");
  return [names, values.company, values.email, values.phone].find(isFilled) ?? null;
}

function requireIdentity(values: ContactValues): void {
  if (IDENTIFYING.some((name) => isFilled(values[name]))) return;
  const message = `A contact needs at least one of these fields: ${IDENTIFYING.join(", ")}.`;
  throw validationFailed(IDENTIFYING.map((field) => ({ field, code: "required", message })));
}

function isFilled(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}
