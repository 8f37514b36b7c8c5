import { validationFailed } from "@jst/errors";
import type { Contact, ContactPatch, NewContact } from "../../gen/rpc.ts";
import { WRITABLE, type ContactValues } from "./contact-values.ts";
import { normalise } from "./normalise.ts";

/** A contact as the rules see it. */
export interface Draft {
  values: ContactValues;
  /** The display name was set by hand, so it does not follow the other members. */
  isNameSet: boolean;
  isArchived: boolean;
}

const EMPTY: ContactValues = {
  first_name: null,
  last_name: null,
  display_name: null,
  email: null,
  additional_emails: [],
  phone: null,
  additional_phones: [],
  company: null,
  title: null,
  address: null,
  tags: [],
  lifecycle_stage: null,
  owner_id: null,
  source: null,
  external_id: null,
  timezone: null,
  locale: null,
  birth_date: null,
  notes: null,
  custom: {},
};

/** The contact a create describes, or validation_failed with every refused member. */
export function newContact(body: NewContact): Draft {
  return merged({ values: EMPTY, isNameSet: false, isArchived: false }, normalise(body, WRITABLE));
}

/** What a patch asks for, its members in their stored form. */
export interface Patch {
  members: Partial<ContactValues>;
  /** The contact is to be live afterwards. */
  isRestore: boolean;
}

/**
 * Reads a patch, or throws validation_failed with every refused member; `custom` and `address` are replaced as a whole.
 */
export function readPatch(body: ContactPatch): Patch {
  const isRestore = body.archived === false || body.action === "restore";
  return { members: normalise(body, WRITABLE), isRestore };
}

/** The contact after a patch; throws validation_failed when nothing would name or reach it any more. */
export function patchedContact(current: Draft, patch: Patch): Draft {
  return merged({ ...current, isArchived: current.isArchived && !patch.isRestore }, patch.members);
}

function merged(current: Draft, members: Partial<ContactValues>): Draft {
  const values: ContactValues = { ...current.values, ...members };
  const isNameSet = members.display_name === undefined ? current.isNameSet : members.display_name !== null;
  if (!isNameSet) values.display_name = derivedName(values);
  requireIdentity(values);
  return { values, isNameSet, isArchived: current.isArchived };
}

type NamingMember = "first_name" | "last_name" | "company" | "email" | "phone";

/** The name shown for a contact without one of its own: its names, else company, e-mail or telephone number. */
export function derivedName(values: Pick<ContactValues, NamingMember>): string | null {
  const names = [values.first_name, values.last_name].filter(isFilled).join(" ");
  return [names, values.company, values.email, values.phone].find(isFilled) ?? null;
}

/** Names of the members that read otherwise after a write; empty when there is nothing to write. */
export function changedNames(before: Contact, after: Draft): (keyof Contact)[] {
  const changed = WRITABLE.filter((name) => !isSameJson(before[name], after.values[name]));
  const isRestored = before.archived_at !== null && !after.isArchived;
  return isRestored ? [...changed, "archived_at"] : changed;
}

/** Equal as JSON: the order of an object's members is no difference, that of a list is. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  if (!isObject(left) || !isObject(right) || Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

const IDENTIFYING = ["email", "phone", "first_name", "last_name", "company"] as const;

function requireIdentity(values: ContactValues): void {
  if (IDENTIFYING.some((name) => isFilled(values[name]))) return;
  const message = `A contact needs at least one of ${IDENTIFYING.join(", ")}.`;
  throw validationFailed(IDENTIFYING.map((field) => ({ field, code: "required", message })));
}

function isFilled(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
