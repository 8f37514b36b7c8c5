import { codeOf, firstCode, LOINC, wordsOf } from "./codes.ts";
import { indexed, Invalid, wordIn } from "./invalid.ts";
import { isObject, numberIn, objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { endOf, momentIn, type Moment } from "./moments.ts";
import { plain, type Mapped } from "./record.ts";

const STATUSES = [
  "registered",
  "preliminary",
  "final",
  "amended",
  "corrected",
  "cancelled",
  "unknown",
] as const;
const REPORT_STATUSES = [...STATUSES, "partial", "appended"] as const;
/** Statuses of which a value is one. */
const COUNTING: readonly string[] = ["preliminary", "final", "amended", "corrected"];

/** True for an Observation of category laboratory. */
export function isLaboratory(resource: Json): boolean {
  return objectsIn(resource["category"]).some((category) =>
    objectsIn(category["coding"]).some(({ code }) => code === "laboratory"),
  );
}

/** A laboratory Observation as a value of an analyte (clinical.labs). */
export function analyteOf(resource: Json): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, LOINC);
  const text = wordsOf(concept, code);
  const status = wordIn(resource["status"], STATUSES);
  if (status === null || text === null) throw new Invalid();
  const effective = effectiveOf(resource);
  const issued = momentIn(resource["issued"]);
  const value = valueOf(resource);
  return {
    ...plain,
    kind: "analyte",
    status,
    isActive: false,
    counts: value !== undefined && COUNTING.includes(status),
    analyte: indexed(code === null ? `|${text}` : `${code.system ?? ""}|${code.code}`),
    instant: effective?.instant ?? null,
    issued: issued?.instant ?? null,
    item: {
      code,
      text,
      ...(value ?? { value: null, unit: null }),
      reference_range: rangeOf(objectsIn(resource["referenceRange"])[0]),
      interpretation: firstCode(objectsIn(resource["interpretation"])[0]),
      status,
      effective_at: effective?.shown ?? null,
      issued_at: issued?.shown ?? null,
    },
  };
}

/** A DiagnosticReport as the head of a report. */
export function reportOf(resource: Json): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, LOINC);
  const text = wordsOf(concept, code);
  const status = wordIn(resource["status"], REPORT_STATUSES);
  if (status === null || text === null) throw new Invalid();
  const effective = effectiveOf(resource);
  const issued = momentIn(resource["issued"]);
  const results = objectsIn(resource["result"]);
  return {
    ...plain,
    kind: "report",
    status,
    isActive: true,
    instant: effective?.instant ?? null,
    issued: issued?.instant ?? null,
    resultCount: results.length,
    results: results.flatMap(({ reference }) => textIn(reference) ?? []),
    item: {
      code,
      text,
      category: firstCode(objectsIn(resource["category"])[0]),
      status,
      effective_at: effective?.shown ?? null,
      issued_at: issued?.shown ?? null,
      performer: objectsIn(resource["performer"]).flatMap(({ display }) => textIn(display) ?? [])[0] ?? null,
      result_count: results.length,
    },
  };
}

function effectiveOf(resource: Json): Moment | null {
  return (
    momentIn(resource["effectiveDateTime"]) ??
    momentIn(resource["effectiveInstant"]) ??
    endOf(objectIn(resource["effectivePeriod"]))
  );
}

/** What was measured; undefined of a panel, which has values only in others. */
function valueOf(resource: Json): Json | undefined {
  const quantity = resource["valueQuantity"];
  if (isObject(quantity) && numberIn(quantity["value"]) !== null) return quantityOf(quantity);
  const whole = numberIn(resource["valueInteger"]);
  if (whole !== null) return { value: whole, unit: null };
  const text = valueText(resource) ?? wordsOf(resource["dataAbsentReason"]);
  return text === null ? undefined : { value: null, value_text: text, unit: null };
}

function quantityOf(quantity: Json): Json {
  const comparator = wordIn(quantity["comparator"], ["<", "<=", ">=", ">"] as const);
  return {
    value: numberIn(quantity["value"]),
    ...(comparator === null ? {} : { comparator }),
    unit: textIn(quantity["code"]) ?? textIn(quantity["unit"]),
  };
}

function valueText(resource: Json): string | null {
  const boolean = resource["valueBoolean"];
  if (typeof boolean === "boolean") return String(boolean);
  const [range, ratio] = [objectIn(resource["valueRange"]), objectIn(resource["valueRatio"])];
  return (
    textIn(resource["valueString"]) ??
    wordsOf(resource["valueCodeableConcept"]) ??
    joined(range["low"], "-", range["high"]) ??
    joined(ratio["numerator"], ":", ratio["denominator"]) ??
    textIn(resource["valueDateTime"]) ??
    textIn(resource["valueTime"])
  );
}

function joined(first: unknown, sign: string, second: unknown): string | null {
  const parts = [first, second].map((one) => {
    const quantity = objectIn(one);
    const value = numberIn(quantity["value"])?.text;
    return value === undefined
      ? ""
      : [value, textIn(quantity["unit"])].filter((part) => part !== null).join(" ");
  });
  return parts.every((part) => part === "") ? null : parts.join(` ${sign} `).trim();
}

function rangeOf(range: Json | undefined): Json | null {
  if (range === undefined) return null;
  const [low, high] = ["low", "high"].map((side) => numberIn(objectIn(range[side])["value"]));
  const text = textIn(range["text"]);
  return low === null && high === null && text === null ? null : { low, high, text };
}
