export const LOINC = "http://loinc.org";

/** What is known of a code: the category that follows from it, the units it comes in, and what its numbers are. */
export interface KnownCode {
  category: string;
  /** UCUM; none of what has components in place of a value. */
  units: readonly string[];
  max?: number;
  isWhole?: boolean;
}

const vitals = (units: readonly string[], more: Partial<KnownCode> = {}): KnownCode => ({
  category: "vitals",
  units,
  ...more,
});
const body = (units: readonly string[]): KnownCode => ({ category: "body", units });

/** Codes of LOINC whose observations are checked (wellness.codes); others are kept as sent. */
const codes: Readonly<Record<string, KnownCode>> = {
  "8867-4": vitals(["/min"]),
  "9279-1": vitals(["/min"]),
  "59408-5": vitals(["%"], { max: 100 }),
  "8310-5": vitals(["Cel", "[degF]"]),
  "85354-9": vitals([]),
  "8480-6": vitals(["mm[Hg]"]),
  "8462-4": vitals(["mm[Hg]"]),
  "55423-8": { category: "activity", units: ["{steps}", "1"], isWhole: true },
  "93832-4": { category: "sleep", units: ["h", "min"] },
  "29463-7": body(["kg", "g", "[lb_av]"]),
  "8302-2": body(["cm", "[in_i]"]),
  "39156-5": body(["kg/m2"]),
  "2339-0": { category: "glucose", units: ["mg/dL"] },
};

/** Parts of a blood pressure, both of which it has. */
export const BLOOD_PRESSURE = "85354-9";
export const PRESSURES: readonly string[] = ["8480-6", "8462-4"];

/** What is known of the code; undefined of one that is kept as sent, as of every other system's. */
export function knownCode(system: unknown, code: unknown): KnownCode | undefined {
  return system === LOINC && typeof code === "string" && Object.hasOwn(codes, code) ? codes[code] : undefined;
}
