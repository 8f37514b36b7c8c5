import { allWords, codeOf, notesOf, statementIn, wordsOf } from "./codes.ts";
import { dosageLines, inSequence } from "./dosage.ts";
import { Invalid } from "./invalid.ts";
import { objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { dateIn, momentIn } from "./moments.ts";
import { plain, type Mapped } from "./record.ts";
import { RXNORM } from "./systems.ts";

/** Intents that are not orders: nobody takes what they name yet (clinical.medications). */
const NOT_ORDERED: readonly unknown[] = ["proposal", "plan", "option"];

/** Maps a MedicationRequest or MedicationStatement that was read as a medication (clinical.medications). */
export function medicationOf(resource: Json, type: string): Mapped {
  const isRequest = type === "MedicationRequest";
  const concept = resource["medicationCodeableConcept"];
  const code = codeOf(concept, RXNORM);
  const text = wordsOf(concept, code);
  if (text === null) throw new Invalid("medicationCodeableConcept", "required");
  const status = textIn(resource["status"]) ?? "unknown";
  const statement = statementIn(concept, { snomed: "787481004", ips: "no-known-medications" });
  const intent = isRequest ? textIn(resource["intent"]) : null;
  const isProhibited = resource["doNotPerform"] === true;
  const isActive = status === "active" && !isProhibited && !NOT_ORDERED.includes(intent);
  const authored = momentIn(resource[isRequest ? "authoredOn" : "dateAsserted"]);
  const member = isRequest ? "dosageInstruction" : "dosage";
  return {
    ...plain,
    kind: "medication",
    status,
    isActive: isActive && statement === undefined,
    isNoneKnown: isActive && statement === "none",
    instant: authored?.instant ?? null,
    item: {
      code,
      text,
      status,
      intent,
      do_not_perform: isProhibited,
      ...dosageOf(resource[member]),
      authored_on: authored?.shown ?? null,
      ...timeOf(resource, isRequest),
      prescriber: textIn(objectIn(resource["requester"])["display"]),
      reason: joined(allWords(resource["reasonCode"]), ", "),
      note: notesOf(resource["note"]),
    },
    fhir: { ...resource, status, [member]: inSequence(objectsIn(resource[member])) },
  };
}

/** All lines, and as one text; dose, route and frequency are those of the only line. */
function dosageOf(lines: unknown): Json {
  const dosages = dosageLines(lines);
  const [only] = dosages.length === 1 ? dosages : [];
  return {
    dosages,
    dosage_text: joined(
      dosages.flatMap(({ text }) => text ?? []),
      "\n",
    ),
    dose: only?.dose ?? null,
    route: only?.route ?? null,
    frequency: only?.frequency ?? null,
  };
}

/** From when until when: of a request, the first start and the last end that its lines name. */
function timeOf(resource: Json, isRequest: boolean): { start_date: string | null; end_date: string | null } {
  if (!isRequest) {
    const { start, end } = objectIn(resource["effectivePeriod"]);
    return { start_date: dateIn(start) ?? dateIn(resource["effectiveDateTime"]), end_date: dateIn(end) };
  }
  const periods = objectsIn(resource["dosageInstruction"]).map((line) =>
    objectIn(objectIn(objectIn(line["timing"])["repeat"])["boundsPeriod"]),
  );
  const starts = periods.flatMap(({ start }) => dateIn(start) ?? []).sort();
  const ends = periods.flatMap(({ end }) => dateIn(end) ?? []).sort();
  const isOpen = periods.some(({ end }) => end === undefined);
  return { start_date: starts[0] ?? null, end_date: isOpen ? null : (ends.at(-1) ?? null) };
}

function joined(texts: readonly string[], sign: string): string | null {
  return texts.length === 0 ? null : texts.join(sign);
}
