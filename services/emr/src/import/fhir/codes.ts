import { Decimal, objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { ABSENT_UNKNOWN, SNOMED } from "./systems.ts";

/** A coding as the API shows it. */
export interface Code {
  system: string | null;
  code: string;
  display: string | null;
}

/** The codings of a CodeableConcept that have a code. */
function codingsOf(concept: unknown): Code[] {
  return objectsIn(objectIn(concept)["coding"]).flatMap((coding) => {
    const code = textIn(coding["code"]);
    return code === null
      ? []
      : [{ system: textIn(coding["system"]), code, display: textIn(coding["display"]) }];
  });
}

/** The coding of the preferred system, else the first; null without any (clinical.codes). */
export function codeOf(concept: unknown, preferred: string): Code | null {
  const codings = codingsOf(concept);
  return codings.find(({ system }) => system === preferred) ?? codings[0] ?? null;
}

/** Returns the words for a person: the text, else the display, else the code. */
export function wordsOf(concept: unknown, code: Code | null = codeOf(concept, "")): string | null {
  const { text } = objectIn(concept);
  const displayed = objectsIn(objectIn(concept)["coding"]).map(({ display }) => textIn(display));
  return textIn(text) ?? code?.display ?? displayed.find((one) => one !== null) ?? code?.code ?? null;
}

/** Code of the first coding. */
export function firstCode(concept: unknown): string | null {
  return codingsOf(concept)[0]?.code ?? null;
}

/** Returns the text of each concept of a list. */
export function allWords(concepts: unknown): string[] {
  return objectsIn(concepts).flatMap((one) => wordsOf(one) ?? []);
}

/** The notes of a resource, one below the other; null without any. */
export function notesOf(notes: unknown): string | null {
  const texts = objectsIn(notes).flatMap(({ text }) => textIn(text) ?? []);
  return texts.length === 0 ? null : texts.join("\n");
}

/** SNOMED's statements that less than everything is known to be absent: of drugs, of food, of the environment. */
const NARROWER: readonly string[] = ["409137002", "429625007", "428607008"];

/**
 * Whether a concept lists nothing but makes a statement about the list: `none`, that there is nothing to list, in
 * SNOMED's words or those of IPS; `other`, anything less. Undefined of what is listed (clinical.none-known).
 */
export function statementIn(
  concept: unknown,
  none: { snomed: string; ips: string },
): "none" | "other" | undefined {
  const codings = codingsOf(concept);
  const says = (wanted: string, codes: readonly string[]) =>
    codings.some(({ system, code }) => system === wanted && codes.includes(code));
  if (says(SNOMED, [none.snomed]) || says(ABSENT_UNKNOWN, [none.ips])) return "none";
  const isOther = says(SNOMED, NARROWER) || codings.some(({ system }) => system === ABSENT_UNKNOWN);
  return isOther ? "other" : undefined;
}

/** The first identifier that has a value. */
export function identifierOf(resource: Json): { system: string; value: string } | undefined {
  return identifiersOf(resource)[0];
}

/** Every identifier that has a value. */
export function identifiersOf(resource: Json): { system: string; value: string; isRecordNumber: boolean }[] {
  return objectsIn(resource["identifier"]).flatMap((one) => {
    // A number without quotes is the same number.
    const written = one["value"];
    const value = written instanceof Decimal ? written.text : textIn(written);
    if (value === null) return [];
    const isRecordNumber = codingsOf(one["type"]).some(({ code }) => code === "MR");
    return [{ system: textIn(one["system"]) ?? "", value, isRecordNumber }];
  });
}
