import { isObject, objectIn, textIn, type Json } from "./json.ts";
import {
  boolean,
  integer,
  list,
  members,
  moment,
  number,
  similarWord,
  text,
  time,
  whole,
  word,
  type Shape,
} from "./shape.ts";
import { canonicalSystem, HL7 } from "./systems.ts";

const system: Shape = (value, path, issues) => {
  const read = text(value, path, issues);
  return typeof read === "string" ? canonicalSystem(read) : read;
};

/** A coding; one that has neither a code nor a display names nothing. */
const coding: Shape = (value, path, issues) => {
  const read = members({ system, version: text, code: text, display: text, userSelected: boolean })(
    value,
    path,
    issues,
  ) as Json | undefined;
  if (read === undefined || (read["code"] === undefined && read["display"] === undefined)) {
    if (isObject(value)) issues.add(path, "invalid_type");
    return undefined;
  }
  return read;
};

const wholeConcept = members({ coding: list(coding), text });

/** A CodeableConcept; a text alone is the text of one. */
export const concept: Shape = (value, path, issues) => {
  const written = textIn(value);
  if (written === null) return wholeConcept(value, path, issues);
  issues.add(path, "repaired");
  return { text: written };
};

/** A CodeableConcept whose code is one of the words of the named code system of HL7. */
export function coded(name: string, words: readonly string[]): Shape {
  return (value, path, issues) => {
    const read = concept(value, path, issues) as Json | undefined;
    if (read === undefined) return undefined;
    const codings = (read["coding"] ?? []) as Json[];
    const codes = codings.map(({ code }) => code as string | undefined);
    const exact = codes.find((code) => code !== undefined && words.includes(code));
    const written = [...codes, ...codings.map(({ display }) => display as string | undefined), read["text"]];
    const similar = written
      .filter((one) => typeof one === "string")
      .map((one) => similarWord(one, words))
      .find((one) => one !== undefined);
    const found = exact ?? similar;
    const place = codes[0] === undefined ? path : `${path}.coding[0].code`;
    if (exact === undefined) issues.add(place, similar === undefined ? "unknown_code" : "repaired");
    return found === undefined ? undefined : { coding: [{ system: `${HL7}/${name}`, code: found }] };
  };
}

const COMPARATORS = ["<", "<=", ">=", ">"];

const wholeQuantity = whole(
  members({ value: number, comparator: word(COMPARATORS), unit: text, system, code: text }),
);

/**
 * A quantity; without its comparator or its unit a number would say something else. A code of no system is the unit
 * where there is no other one.
 */
export const quantity: Shape = (value, path, issues) => {
  const read = wholeQuantity(value, path, issues) as Json | undefined;
  if (read?.["code"] === undefined || read["system"] !== undefined) return read;
  const { code, unit = code, ...rest } = read;
  return { ...rest, unit };
};
/** A range; open on a side where nothing was written there alone. */
export const range = whole(members({ low: quantity, high: quantity }));
export const ratio = whole(members({ numerator: quantity, denominator: quantity }));
export const period = members({ start: moment, end: moment });
const wholeNote = members({ time: moment, text });

/** A note; one without words says nothing. */
export const note: Shape = (value, path, issues) => {
  const read = wholeNote(value, path, issues) as Json | undefined;
  return read?.["text"] === undefined ? undefined : read;
};
/** A reference as far as it can be read without what it refers to. */
export const named = members({ display: text });

const PERIOD_UNITS = ["s", "min", "h", "d", "wk", "mo", "a"];
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const EVENTS =
  "MORN MORN.early MORN.late NOON AFT AFT.early AFT.late EVE EVE.early EVE.late NIGHT PHS HS WAKE C CM CD CV AC ACM ACD ACV PC PCM PCD PCV";

/** How often; a part of that would be another dose. */
const frequency = whole(
  members({
    count: integer,
    countMax: integer,
    duration: number,
    durationMax: number,
    durationUnit: word(PERIOD_UNITS),
    frequency: integer,
    frequencyMax: integer,
    period: number,
    periodMax: number,
    periodUnit: word(PERIOD_UNITS),
    dayOfWeek: list(word(DAYS)),
    timeOfDay: list(time),
    when: list(word(EVENTS.split(" "))),
    offset: integer,
  }),
);
const bounds = members({ boundsDuration: quantity, boundsRange: range, boundsPeriod: period });

/** How often, and from when until when; neither costs the other. */
const repeat: Shape = (value, path, issues) => {
  const often = objectIn(frequency(value, path, issues));
  const read = { ...often, ...(isObject(value) ? objectIn(bounds(value, path, issues)) : {}) };
  return Object.keys(read).length === 0 ? undefined : read;
};

const timing = members({ event: list(moment), repeat, code: concept });

/** One line of how a medication is taken. */
export const dosage = members({
  sequence: integer,
  text,
  additionalInstruction: list(concept),
  patientInstruction: text,
  timing,
  asNeededBoolean: boolean,
  asNeededCodeableConcept: concept,
  site: concept,
  route: concept,
  method: concept,
  doseAndRate: list(
    members({
      type: concept,
      doseRange: range,
      doseQuantity: quantity,
      rateRatio: ratio,
      rateRange: range,
      rateQuantity: quantity,
    }),
  ),
  maxDosePerPeriod: ratio,
  maxDosePerAdministration: quantity,
  maxDosePerLifetime: quantity,
});
