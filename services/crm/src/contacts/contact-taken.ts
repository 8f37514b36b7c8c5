import { isConstraint } from "@jst/db";
import type { ContactValues } from "../../gen/resources.ts";

/** Unique index that keeps a member to one contact of a team. */
const indexes = { email: "contacts_email_key", external_id: "contacts_external_id_key" } as const;

/** A member that no two contacts of a team share. */
export type TakenField = keyof typeof indexes;

/** Value that identifies one contact. */
export interface TakenIdentity {
  field: TakenField;
  value: string;
}

/** A write that would give two contacts one e-mail address or external id. Nothing of it was stored. */
export class ContactTaken extends Error implements TakenIdentity {
  readonly field: TakenField;
  readonly value: string;

  constructor(field: TakenField, value: string, cause: unknown) {
    super(`${field} belongs to another contact`, { cause });
    this.field = field;
    this.value = value;
  }
}

/** Runs the statement that stores these values; a clash, known by the index it broke, becomes ContactTaken. */
export async function unlessTaken<T>(values: ContactValues, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    const field = takenField(error);
    if (field !== undefined) throw new ContactTaken(field, values[field] ?? "", error);
    throw error;
  }
}

/** The member whose index refused a statement; undefined for any other error. */
export function takenField(error: unknown): TakenField | undefined {
  return (["email", "external_id"] as const).find((field) => isConstraint(error, indexes[field]));
}
