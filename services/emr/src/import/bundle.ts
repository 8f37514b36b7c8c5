import { AppError } from "@jst/errors";
import { identifiersOf } from "./fhir/codes.ts";
import { isObject, objectIn, objectsIn, parseExact, textIn, type Json } from "./fhir/json.ts";
import { unknownModifier } from "./fhir/modifiers.ts";

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

/** Returns the entries of a Bundle in their order; throws 422 for an invalid Bundle. */
export function entriesOf(text: string): Entry[] {
  const bundle = parsed(text);
  if (!isObject(bundle) || bundle["resourceType"] !== "Bundle")
    throw noBundle("The file is not a FHIR Bundle: resourceType must be Bundle.");
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
    throw noBundle("The file is not valid JSON. Correct it.");
  }
}

function noBundle(detail: string): AppError {
  const errors = [{ field: "bundle", code: "invalid_value", message: detail }];
  return new AppError("validation_failed", "The file is not a valid FHIR Bundle in JSON. See errors.", {
    errors,
  });
}

function namesOf(entry: Json, type: string | null, resource: Json): string[] {
  const [url, id] = [textIn(entry["fullUrl"]), textIn(resource["id"])];
  const conditional = type === null || type === "Patient" ? [] : identifiersOf(resource);
  return [
    url,
    type !== null && id !== null ? `${type}/${id}` : null,
    ...conditional.map((identifier) => `${type ?? ""}?${identifierName(identifier)}`),
  ].filter((name) => name !== null);
}

/** Lists the keys of a reference: as it was written, `Type/id` at its end, or the identifier that it asks for. */
export function spellingsOf(reference: string): string[] {
  const asked = /(?:^|\/)([A-Z][A-Za-z]*)\?identifier=([^&]*)$/.exec(reference);
  if (asked !== null) return conditionalName(asked[1] ?? "", asked[2] ?? "");
  const plain = reference.replace(/\/_history\/[^/]*$/, "");
  const tail = /(?:^|\/)([A-Z][A-Za-z]*\/[A-Za-z0-9.-]{1,64})$/.exec(plain)?.[1];
  return tail === undefined || tail === plain ? [plain] : [plain, tail];
}

/** The name of what a conditional reference asks for; nothing without a system, where it may be anybody's number. */
function conditionalName(type: string, query: string): string[] {
  const token = new URLSearchParams(`token=${query}`).get("token") ?? "";
  const bar = token.lastIndexOf("|");
  if (bar < 0) return [];
  const name = identifierName({ system: token.slice(0, bar), value: token.slice(bar + 1) });
  return [type === "Patient" ? name : `${type}?${name}`];
}

/** Lists the keys of a resource's subject: its reference, else its identifier. */
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
 * Finds the concept of a medication and its path: its own concept, or that of a Medication within it or in the Bundle.
 * Undefined if the reference is dangling, or the Medication was entered in error.
 */
export function conceptOf(
  resource: Json,
  medications: ReadonlyMap<string, Json>,
): { path: string; concept: unknown } | undefined {
  const concept = resource["medicationCodeableConcept"];
  if (concept != null) return { path: "medicationCodeableConcept", concept };
  const reference = textIn(objectIn(resource["medicationReference"])["reference"]) ?? "";
  const within = objectsIn(resource["contained"]).find(({ id }) => reference === `#${String(id)}`);
  const found =
    within ??
    spellingsOf(reference)
      .map((spelling) => medications.get(spelling))
      .find(isObject);
  if (found === undefined || found["status"] === "entered-in-error" || unknownModifier(found) !== undefined)
    return undefined;
  return { path: "medicationReference.code", concept: found["code"] };
}
