import { codeOf, RXNORM, statementIn, textOrDisplay, wordsOf } from "./codes.ts";
import { Invalid, wordIn } from "./invalid.ts";
import { numberIn, objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { dateIn, momentIn } from "./moments.ts";
import { plain, type Mapped } from "./record.ts";

/** Both have these. */
const SHARED = ["active", "on-hold", "completed", "stopped", "unknown"] as const;
const REQUESTED = [...SHARED, "cancelled", "draft"] as const;
const STATED = [...SHARED, "intended", "not-taken"] as const;
const INTENTS = [
  "proposal",
  "plan",
  "order",
  "original-order",
  "reflex-order",
  "filler-order",
  "instance-order",
  "option",
] as const;

/** A MedicationRequest or MedicationStatement as a medication (clinical.medications); the concept is what it is of. */
export function medicationOf(resource: Json, concept: unknown): Mapped {
  const isRequest = resource["resourceType"] === "MedicationRequest";
  const code = codeOf(concept, RXNORM);
  const status = isRequest ? wordIn(resource["status"], REQUESTED) : wordIn(resource["status"], STATED);
  const intent = isRequest ? wordIn(resource["intent"], INTENTS) : null;
  const isWhole = code !== null || wordsOf(concept) !== null;
  if (status === null || !isWhole || (isRequest && intent === null)) throw new Invalid();
  const statement = statementIn(concept, { snomed: "787481004", ips: "no-known-medications" });
  const [dosage = {}] = objectsIn(resource[isRequest ? "dosageInstruction" : "dosage"]);
  const timing = objectIn(dosage["timing"]);
  const period = isRequest
    ? objectIn(objectIn(timing["repeat"])["boundsPeriod"])
    : objectIn(resource["effectivePeriod"]);
  const authored = momentIn(resource[isRequest ? "authoredOn" : "dateAsserted"]);
  const isActive = status === "active";
  return {
    ...plain,
    kind: "medication",
    status,
    isActive: isActive && statement === undefined,
    isNoneKnown: isActive && statement === "none",
    instant: authored?.instant ?? null,
    item: {
      code,
      text: wordsOf(concept, code),
      status,
      intent,
      dosage_text: textIn(dosage["text"]),
      dose: doseOf(dosage),
      route: textOrDisplay(dosage["route"]),
      frequency: textOrDisplay(timing["code"]),
      authored_on: authored?.shown ?? null,
      start_date: dateIn(period["start"]) ?? (isRequest ? null : dateIn(resource["effectiveDateTime"])),
      end_date: dateIn(period["end"]),
      prescriber: textIn(objectIn(resource["requester"])["display"]),
      reason: wordsOf(objectsIn(resource["reasonCode"])[0]),
    },
  };
}

function doseOf(dosage: Json): string | null {
  const [rate = {}] = objectsIn(dosage["doseAndRate"]);
  const quantity = objectIn(rate["doseQuantity"]);
  const value = numberIn(quantity["value"]);
  if (value === null) return null;
  return [value.text, textIn(quantity["unit"]) ?? textIn(quantity["code"])]
    .filter((one) => one !== null)
    .join(" ");
}
