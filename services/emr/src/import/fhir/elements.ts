import { coded, concept, dosage, named, note, period, quantity, range, ratio } from "./datatypes.ts";
import { isObject, type Json } from "./json.ts";
import { boolean, integer, list, members, moment, text, time, word, type Shape } from "./shape.ts";

const ENTERED_IN_ERROR = "entered-in-error";
const ONSET = {
  onsetDateTime: moment,
  onsetAge: quantity,
  onsetPeriod: period,
  onsetRange: range,
  onsetString: text,
};

const Condition = members({
  clinicalStatus: coded("condition-clinical", [
    "active",
    "recurrence",
    "relapse",
    "inactive",
    "remission",
    "resolved",
  ]),
  verificationStatus: coded("condition-ver-status", [
    "unconfirmed",
    "provisional",
    "differential",
    "confirmed",
    "refuted",
    ENTERED_IN_ERROR,
  ]),
  category: list(concept),
  severity: concept,
  code: concept,
  ...ONSET,
  abatementDateTime: moment,
  abatementAge: quantity,
  abatementPeriod: period,
  abatementRange: range,
  abatementString: text,
  recordedDate: moment,
  note: list(note),
});

/** Both kinds of medications have these. */
const STATUSES = ["active", "on-hold", "completed", "stopped", "unknown", ENTERED_IN_ERROR];
const MEDICATION = { medicationCodeableConcept: concept, reasonCode: list(concept), note: list(note) };

const MedicationRequest = members({
  status: word([...STATUSES, "cancelled", "draft"]),
  intent: word([
    "proposal",
    "plan",
    "order",
    "original-order",
    "reflex-order",
    "filler-order",
    "instance-order",
    "option",
  ]),
  doNotPerform: boolean,
  ...MEDICATION,
  authoredOn: moment,
  requester: named,
  dosageInstruction: list(dosage),
});

const MedicationStatement = members({
  status: word([...STATUSES, "intended", "not-taken"]),
  ...MEDICATION,
  effectiveDateTime: moment,
  effectivePeriod: period,
  dateAsserted: moment,
  dosage: list(dosage),
});

const AllergyIntolerance = members({
  clinicalStatus: coded("allergyintolerance-clinical", ["active", "inactive", "resolved"]),
  verificationStatus: coded("allergyintolerance-verification", [
    "unconfirmed",
    "presumed",
    "confirmed",
    "refuted",
    ENTERED_IN_ERROR,
  ]),
  type: word(["allergy", "intolerance"]),
  category: list(word(["food", "medication", "environment", "biologic"])),
  criticality: word(["high", "low", "unable-to-assess"]),
  code: concept,
  ...ONSET,
  recordedDate: moment,
  lastOccurrence: moment,
  note: list(note),
  reaction: list(
    members({
      substance: concept,
      manifestation: list(concept),
      description: text,
      onset: moment,
      severity: word(["mild", "moderate", "severe"]),
      exposureRoute: concept,
      note: list(note),
    }),
  ),
});

/** A kind of value that the chart has no place for. */
const unsupported: Shape = (_value, path, issues) => {
  issues.add(path, "unsupported");
  return undefined;
};
const wholeRange = members({
  low: quantity,
  high: quantity,
  type: concept,
  appliesTo: list(concept),
  age: range,
  text,
});

/** Reads a range of values; undefined without bounds and words, and for a written bound that cannot be read. */
const referenceRange: Shape = (value, path, issues) => {
  const read = wholeRange(value, path, issues) as Json | undefined;
  if (isObject(value) && ["low", "high"].some((name) => value[name] != null && read?.[name] === undefined))
    return undefined;
  return ["low", "high", "text"].some((name) => read?.[name] !== undefined) ? read : undefined;
};

const VALUE = {
  valueQuantity: quantity,
  valueCodeableConcept: concept,
  valueString: text,
  valueBoolean: boolean,
  valueInteger: integer,
  valueRange: range,
  valueRatio: ratio,
  valueTime: time,
  valueDateTime: moment,
  valuePeriod: period,
  valueSampledData: unsupported,
  dataAbsentReason: concept,
  interpretation: list(concept),
  referenceRange: list(referenceRange),
};
const RESULT_STATUSES = [
  "registered",
  "preliminary",
  "final",
  "amended",
  "corrected",
  "cancelled",
  "unknown",
  ENTERED_IN_ERROR,
];
const EFFECTIVE = { effectiveDateTime: moment, effectiveInstant: moment, effectivePeriod: period };

const Observation = members({
  status: word(RESULT_STATUSES),
  category: list(concept),
  code: concept,
  ...EFFECTIVE,
  issued: moment,
  ...VALUE,
  note: list(note),
  component: list(members({ code: concept, ...VALUE })),
});

const DiagnosticReport = members({
  status: word([...RESULT_STATUSES, "partial", "appended"]),
  category: list(concept),
  code: concept,
  ...EFFECTIVE,
  issued: moment,
  performer: list(named),
});

const Patient = members({
  active: boolean,
  name: list(
    members({
      use: word(["usual", "official", "temp", "nickname", "anonymous", "old", "maiden"]),
      text,
      family: text,
      given: list(text),
    }),
  ),
  gender: word(["male", "female", "other", "unknown"]),
  birthDate: moment,
  deceasedBoolean: boolean,
  deceasedDateTime: moment,
});

/** Elements that are read of each type; nothing else of a resource is stored or comes out. */
export const elements: Readonly<Record<string, Shape>> = {
  Patient,
  Condition,
  MedicationRequest,
  MedicationStatement,
  AllergyIntolerance,
  Observation,
  DiagnosticReport,
};
