import { canonicalSystem, LOINC } from "../import/fhir/systems.ts";

/** The least and the greatest number that somebody can have in a unit, and what a number beyond them often means. */
export interface Bounds {
  min: number;
  max: number;
  /** Advice for a number below, or above; it never repeats what was sent. */
  below?: string;
  above?: string;
}

/** Facts about a code: its category, and its units with their bounds. */
export interface KnownCode {
  category: string;
  /** By unit of UCUM without annotations; none of what has components in place of a value. */
  units: Readonly<Record<string, Bounds>>;
  isWhole?: boolean;
}

const CELSIUS = "For degrees Fahrenheit send [degF]. Kelvin are not accepted.";
const bounds = (min: number, max: number, advice: Omit<Bounds, "min" | "max"> = {}): Bounds => ({
  min,
  max,
  ...advice,
});

/** Codes of LOINC whose observations are checked (wellness.codes); others are kept as sent. */
const codes: Readonly<Record<string, KnownCode>> = {
  "8867-4": { category: "vitals", units: { "/min": bounds(10, 400) } },
  "9279-1": { category: "vitals", units: { "/min": bounds(2, 150) } },
  "59408-5": {
    category: "vitals",
    units: { "%": bounds(20, 100, { below: "Send a percentage, not a fraction: 97, not 0.97." }) },
  },
  "8310-5": {
    category: "vitals",
    units: {
      Cel: bounds(10, 48, { above: CELSIUS }),
      "[degF]": bounds(50, 118.4, { below: "For degrees Celsius send Cel." }),
    },
  },
  "85354-9": { category: "vitals", units: {} },
  "8480-6": {
    category: "vitals",
    units: { "mm[Hg]": bounds(30, 370, { below: "Kilopascals are not accepted." }) },
  },
  "8462-4": {
    category: "vitals",
    units: { "mm[Hg]": bounds(10, 360, { below: "Kilopascals are not accepted." }) },
  },
  "55423-8": { category: "activity", units: { "1": bounds(0, 250_000) }, isWhole: true },
  "93832-4": {
    category: "sleep",
    units: { h: bounds(0, 48, { above: "For minutes send min." }), min: bounds(0, 2_880) },
  },
  "29463-7": {
    category: "body",
    units: {
      kg: bounds(0.2, 700, { above: "For grams send g." }),
      g: bounds(200, 700_000, { below: "For kilograms send kg." }),
      "[lb_av]": bounds(0.4, 1_545),
    },
  },
  "8302-2": {
    category: "body",
    units: {
      cm: bounds(20, 280, { below: "Send centimetres, not metres: 175, not 1.75." }),
      "[in_i]": bounds(8, 110, { below: "Send inches, not feet." }),
    },
  },
  "39156-5": { category: "body", units: { "kg/m2": bounds(5, 250) } },
  "2339-0": {
    category: "glucose",
    units: {
      "mg/dL": bounds(10, 1_500, { below: "For millimoles per litre send mmol/L." }),
      "mmol/L": bounds(0.5, 83, { above: "For milligrams per decilitre send mg/dL." }),
    },
  },
};

/** Parts of a blood pressure, both of which it has. */
export const BLOOD_PRESSURE = "85354-9";
export const [SYSTOLIC, DIASTOLIC] = ["8480-6", "8462-4"] as const;
export const PRESSURES: readonly string[] = [SYSTOLIC, DIASTOLIC];

/** Returns the facts about the code, however its system is written; undefined for one that is stored as sent. */
export function knownCode(system: unknown, code: unknown): KnownCode | undefined {
  if (typeof system !== "string" || typeof code !== "string") return undefined;
  return canonicalSystem(system) === LOINC && Object.hasOwn(codes, code) ? codes[code] : undefined;
}

/**
 * The bounds of a number in this unit; undefined where the code does not come in it. Annotations of UCUM in braces say
 * what is counted and change nothing: `{beats}/min` is `/min`, and `{steps}` is `1`.
 */
export function boundsIn({ units }: KnownCode, unit: unknown): Bounds | undefined {
  if (typeof unit !== "string" || /[^!-~]/.test(unit)) return undefined;
  const plain = unit.replace(/\{[^{}]*\}/g, "").replace(/^1(?=\/)/, "");
  const key = plain === "" ? "1" : plain;
  return Object.hasOwn(units, key) ? units[key] : undefined;
}
