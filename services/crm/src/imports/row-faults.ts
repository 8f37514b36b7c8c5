import { AppError, type FieldError } from "@jst/errors";
import { Validator } from "@jst/rpc";
import { ContactCreate, ContactPatch } from "../../gen/schemas.ts";
import type { Contact } from "../../gen/rpc.ts";
import type { ContactValues } from "../../gen/resources.ts";
import { contacts } from "../contacts/contact.ts";

const [creates, patches] = [new Validator(ContactCreate), new Validator(ContactPatch)];

/**
 * Finds every fault of a body as POST of a contact would, at the places of its row (imports.check). A row with
 * `hasFaults` lacks values that could not be read, so nothing is said of values that are absent.
 */
export function bodyFaults(body: object, hasFaults: boolean): FieldError[] {
  const faults = faultsOf(creates, body, () => contacts.draft(body));
  return hasFaults ? faults.filter(({ field, code }) => !(field === "" && code === "required")) : faults;
}

/** Finds every fault of a patch as PATCH of the contact would; answers its members in their stored form. */
export function patchFaults(
  body: object,
  before: Contact,
): { stored: Partial<ContactValues>; faults: FieldError[] } {
  let stored: Partial<ContactValues> = {};
  const faults = faultsOf(patches, body, () => {
    stored = contacts.storedForm(body);
    contacts.complete({ ...before, is_name_set: true, ...stored }, stored);
  });
  return { stored, faults };
}

function faultsOf(validator: Validator, body: object, judge: () => void): FieldError[] {
  const errors = validator.errorsOf(body);
  const named = new Set(errors.map(({ field }) => field));
  const further = refusedBy(judge).filter(({ field }) => !named.has(field));
  return [...errors, ...further].map(placed);
}

function refusedBy(judge: () => void): FieldError[] {
  try {
    judge();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = error.errors ?? [{ field: "", code: error.code, message: error.message }];
    // The lack of any name or address is one fault of the row.
    const [first, ...others] = errors;
    const isNameless = others.length > 0 && errors.every(({ code }) => code === "required");
    return isNameless && first !== undefined ? [{ ...first, field: "" }] : errors;
  }
}

const placed = (fault: FieldError): FieldError => ({
  ...fault,
  field: fault.field === "" ? "" : `data.${fault.field}`,
});
