import { AppError } from "@jst/errors";
import { identifiersOf } from "./fhir/codes.ts";
import { isObject, objectIn, objectsIn, parseExact, textIn, type Json } from "./fhir/json.ts";

/** An entry of a Bundle with what it is. */
export interface Entry {
  /** Place in entry[]. */
  index: number;
  /** null of an entry without a resource. */
  type: string | null;
  resource: Json;
  /** Names by which others refer to it: its fullUrl and `Type/id`. */
  references: readonly string[];
}

/** The entries of a Bundle in their order; throws 422 for what is no Bundle. */
export function entriesOf(text: string): Entry[] {
  const bundle = parsed(text);
  if (!isObject(bundle) || bundle["resourceType"] !== "Bundle") throw noBundle("This is not a FHIR Bundle.");
  const entries = bundle["entry"] ?? [];
  if (!Array.isArray(entries)) throw noBundle("Bundle.entry must be an array.");
  return entries.map((entry: unknown, index) => {
    const resource = objectIn(objectIn(entry)["resource"]);
    const type = textIn(resource["resourceType"]);
    return { index, type, resource, references: namesOf(objectIn(entry), type, resource) };
  });
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw noBundle("This is not valid JSON.");
  }
}

function noBundle(detail: string): AppError {
  const errors = [{ field: "bundle", code: "invalid_value", message: detail }];
  return new AppError("validation_failed", "The file is not a FHIR Bundle in JSON.", { errors });
}

function namesOf(entry: Json, type: string | null, resource: Json): string[] {
  const [url, id] = [textIn(entry["fullUrl"]), textIn(resource["id"])];
  return [url, type !== null && id !== null ? `${type}/${id}` : null].filter((name) => name !== null);
}

/** What a reference may be found under: as it was written, and `Type/id` at its end. */
export function spellingsOf(reference: string): string[] {
  const plain = reference.replace(/\/_history\/[^/]*$/, "");
  const tail = /(?:^|\/)([A-Z][A-Za-z]*\/[A-Za-z0-9.-]{1,64})$/.exec(plain)?.[1];
  return tail === undefined || tail === plain ? [plain] : [plain, tail];
}

/** Where a resource's subject may be found: by its reference, else by its identifier. */
export function subjectOf(resource: Json): string[] {
  const subject = objectIn(resource["subject"] ?? resource["patient"]);
  const reference = textIn(subject["reference"]);
  const identifier = identifiersOf({ identifier: [subject["identifier"]] })[0];
  return [
    ...(reference === null ? [] : spellingsOf(reference)),
    ...(identifier === undefined ? [] : [identifierName(identifier)]),
  ];
}

/** A patient's identifier as others name it. */
export function identifierName({ system, value }: { system: string; value: string }): string {
  return `identifier:${system}|${value}`;
}

/**
 * What a medication is of: its concept, or that of a Medication within it or in the Bundle; undefined where the
 * reference leads nowhere.
 */
export function conceptOf(resource: Json, medications: ReadonlyMap<string, Json>): unknown {
  const concept = resource["medicationCodeableConcept"];
  if (concept !== undefined) return concept;
  const reference = textIn(objectIn(resource["medicationReference"])["reference"]) ?? "";
  const within = objectsIn(resource["contained"]).find(({ id }) => reference === `#${String(id)}`);
  const found =
    within ??
    spellingsOf(reference)
      .map((spelling) => medications.get(spelling))
      .find(isObject);
  return found?.["code"];
}
