import { validationFailed, type AppError, type FieldError } from "@jst/errors";
import { bodyFaults as rowFaults } from "@jst/importing";
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
  const faults = rowFaults(
    creates,
    body,
    nameless(() => contacts.draft(body)),
  );
  return hasFaults ? faults.filter(({ field, code }) => !(field === "" && code === "required")) : faults;
}

/** Finds every fault of a patch as PATCH of the contact would; answers its members in their stored form. */
export function patchFaults(
  body: object,
  before: Contact,
): { stored: Partial<ContactValues>; faults: FieldError[] } {
  let stored: Partial<ContactValues> = {};
  const judge = nameless(() => {
    stored = contacts.storedForm(body);
    contacts.complete({ ...before, is_name_set: true, ...stored }, stored);
  });
  const faults = rowFaults(patches, body, judge);
  return { stored, faults };
}

/** Runs a judgement in which the lack of any name or address is one fault of the row. */
const nameless = (judge: () => void) => (): void => {
  try {
    judge();
  } catch (error) {
    const { errors = [] } = error as AppError;
    const [first, ...others] = errors;
    const isNameless = others.length > 0 && errors.every(({ code }) => code === "required");
    throw isNameless && first !== undefined ? validationFailed([{ ...first, field: "" }]) : error;
  }
};
