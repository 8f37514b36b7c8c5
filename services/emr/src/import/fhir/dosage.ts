import { allWords, wordsOf } from "./codes.ts";
import { numberIn, objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { quantityWords, rangeWords, ratioWords } from "./quantities.ts";
import { namedDuration, timingWords } from "./timing-words.ts";

/** A line of how a medication is taken, as the API shows one. */
export interface DosageLine {
  /** The line as it was written, else what the other members say. */
  text: string | null;
  dose: string | null;
  rate: string | null;
  /** Also that it is taken when needed alone. */
  frequency: string | null;
  as_needed: boolean;
  as_needed_for: string | null;
  max_dose: string | null;
  route: string | null;
  site: string | null;
  method: string | null;
  instructions: string | null;
}

/** Every line of a dosage in its order: by `sequence` where each has one (clinical.medications). */
export function dosageLines(lines: unknown): DosageLine[] {
  return inSequence(objectsIn(lines)).map(lineOf);
}

/** The lines as they stand in FHIR, in the order in which they are taken. */
export function inSequence(lines: readonly Json[]): Json[] {
  const places = lines.map(({ sequence }) => Number(numberIn(sequence)?.text ?? Number.NaN));
  if (places.some((place) => Number.isNaN(place))) return [...lines];
  return lines
    .map((line, index) => ({ line, place: places[index] ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ line }) => line);
}

function lineOf(line: Json): DosageLine {
  const rates = objectsIn(line["doseAndRate"]);
  const reason = wordsOf(line["asNeededCodeableConcept"]);
  const isNeeded = reason !== null || line["asNeededBoolean"] === true;
  const needed = isNeeded ? `as needed${reason === null ? "" : ` for ${reason}`}` : null;
  const frequency = joined([timingWords(objectIn(line["timing"])), needed], ", ");
  const instructions = [...allWords(line["additionalInstruction"]), textIn(line["patientInstruction"])];
  const shown = {
    dose: either(rates, (rate) => quantityWords(rate["doseQuantity"]) ?? rangeWords(rate["doseRange"])),
    rate: either(
      rates,
      (rate) =>
        quantityWords(rate["rateQuantity"]) ?? rangeWords(rate["rateRange"]) ?? perTime(rate["rateRatio"]),
    ),
    frequency,
    as_needed: isNeeded,
    as_needed_for: reason,
    max_dose: maximumOf(line),
    route: wordsOf(line["route"]),
    site: wordsOf(line["site"]),
    method: wordsOf(line["method"]),
    instructions: joined(instructions, "; "),
  };
  return { text: textIn(line["text"]) ?? sentenceOf(shown), ...shown };
}

function sentenceOf(line: Omit<DosageLine, "text">): string | null {
  const { method, dose, rate, route, site, frequency, max_dose, instructions } = line;
  const rated = rate === null ? null : `at ${rate}`;
  const given = joined([method, dose, rated, route, site], " ");
  return joined([given, frequency, max_dose, instructions], ", ");
}

function maximumOf(line: Json): string | null {
  const [once, ever] = [
    quantityWords(line["maxDosePerAdministration"]),
    quantityWords(line["maxDosePerLifetime"]),
  ];
  const parts = [
    perTime(line["maxDosePerPeriod"]),
    once === null ? null : `${once} at once`,
    ever === null ? null : `${ever} in a lifetime`,
  ];
  const words = joined(parts, ", ");
  return words === null ? null : `at most ${words}`;
}

/** How much in which time; a time of one is its unit alone. */
function perTime(ratio: unknown): string | null {
  const { numerator, denominator } = objectIn(ratio);
  const words = ratioWords({ numerator, denominator: namedDuration(denominator) }, "per");
  return words?.replace(/ per 1(?:\.0+)? /, " per ") ?? null;
}

/** Text of each of the alternatives. */
function either(rates: readonly Json[], words: (rate: Json) => string | null): string | null {
  return joined([...new Set(rates.map(words))], " or ");
}

function joined(parts: readonly (string | null)[], sign: string): string | null {
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : given.join(sign);
}
