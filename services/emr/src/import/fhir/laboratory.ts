import { codeOf, notesOf, wordsOf, type Code } from "./codes.ts";
import { indexed, Invalid } from "./invalid.ts";
import { objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { endOf, momentIn, type Moment } from "./moments.ts";
import { rangesOf } from "./reference-ranges.ts";
import { plain, type Mapped } from "./record.ts";
import { HL7, LOINC } from "./systems.ts";
import { valueOf } from "./values.ts";

/** Statuses of which a value is one. */
const COUNTING: readonly string[] = ["preliminary", "final", "amended", "corrected", "unknown"];
/** Sections of a laboratory in HL7's table of diagnostic services. */
const SECTIONS = "LAB BG BLB CG CH CP GE HM IMM MB MCB MYC SP SR TX VR".split(" ");
const SECTION_SYSTEM = `${HL7}/v2-0074`;

/** True for an Observation of category laboratory, however the category is written (clinical.labs). */
export function isLaboratory(resource: Json): boolean {
  const words = (value: unknown) => /^\s*lab(?:oratory)?\s*$/i.test(textIn(value) ?? "");
  return [resource["category"]].flat().some((category) => {
    const { coding, text } = objectIn(category);
    if (words(category) || words(text)) return true;
    return [coding].flat().some((one) => {
      const { system, code, display } = objectIn(one);
      const isSection = system === SECTION_SYSTEM && SECTIONS.includes(textIn(code) ?? "");
      return words(code) || words(display) || isSection;
    });
  });
}

/** Members that a result shares with the results within it. */
interface Shared {
  status: string;
  effective: Moment | null;
  issued: Moment | null;
  note: string | null;
  fhir: Json;
}

/**
 * Maps a laboratory Observation that was read: its own value, and those of its components as results of their own
 * (clinical.labs).
 */
export function analyteOf(resource: Json): Mapped {
  const { component, ...own } = resource;
  const [effective, issued] = [effectiveOf(own), momentIn(own["issued"])];
  const status = textIn(own["status"]) ?? "unknown";
  const fhir = { ...own, ...sharedInFhir(own, status) };
  const shared = { status, effective, issued, note: notesOf(own["note"]), fhir };
  const parts = objectsIn(component).flatMap((one, place) => partOf(one, place, shared));
  const whole = resultOf(own, shared, "code");
  const isHeading =
    parts.length > 0 && whole.item["value_text"] === undefined && whole.item["value"] === null;
  return { ...whole, counts: whole.counts && !isHeading, parts };
}

/** A component as a result; nothing of one that has neither a value nor the reason of its absence. */
function partOf(component: Json, place: number, shared: Shared): Mapped[] {
  const { status, effectiveDateTime, effectivePeriod, issued, category, note } = shared.fhir;
  const fhir = { status, effectiveDateTime, effectivePeriod, issued, category, note };
  const part = resultOf(
    component,
    { ...shared, fhir: { ...fhir, ...component } },
    `component[${place}].code`,
  );
  return part.item["value"] === null &&
    part.item["value_text"] === undefined &&
    part.item["absent_reason"] === null
    ? []
    : [part];
}

function resultOf(source: Json, { status, effective, issued, note, fhir }: Shared, path: string): Mapped {
  const concept = source["code"];
  const code = codeOf(concept, LOINC);
  const text = wordsOf(concept, code);
  if (text === null) throw new Invalid(path, "required");
  const value = valueOf(source);
  const absent = value === undefined ? wordsOf(source["dataAbsentReason"]) : null;
  return {
    ...plain,
    kind: "analyte",
    status,
    isActive: false,
    counts: (value !== undefined || absent !== null) && COUNTING.includes(status),
    analyte: indexed(analyteKey(code, text), path),
    instant: effective?.instant ?? null,
    issued: issued?.instant ?? null,
    item: {
      code,
      text,
      ...(value ?? { value: null, unit: null }),
      absent_reason: absent,
      ...rangesOf(source["referenceRange"]),
      interpretation: interpretationOf(source["interpretation"]),
      status,
      effective_at: effective?.shown ?? null,
      issued_at: issued?.shown ?? null,
      note,
    },
    fhir: value === undefined ? fhir : { ...fhir, dataAbsentReason: undefined },
  };
}

function analyteKey(code: Code | null, text: string): string {
  return code === null ? `|${text}` : `${code.system ?? ""}|${code.code}`;
}

/** A code of HL7 as it is, else what people read, of each. */
function interpretationOf(concepts: unknown): string | null {
  const words = objectsIn(concepts).flatMap((concept) => {
    const [coding = {}] = objectsIn(concept["coding"]);
    const system = textIn(coding["system"]);
    const isShort =
      system === null || system.includes("ObservationInterpretation") || system.includes("v2-0078");
    return (isShort ? textIn(coding["code"]) : null) ?? wordsOf(concept) ?? [];
  });
  return words.length === 0 ? null : words.join(", ");
}

/** Maps a DiagnosticReport that was read as the head of a report; `results` are its references as they came. */
export function reportOf(resource: Json, results: readonly Json[]): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, LOINC);
  const text = wordsOf(concept, code);
  if (text === null) throw new Invalid("code", "required");
  const status = textIn(resource["status"]) ?? "unknown";
  const effective = effectiveOf(resource);
  const issued = momentIn(resource["issued"]);
  const [category] = objectsIn(resource["category"]);
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
      category: codeOf(category, "")?.code ?? wordsOf(category),
      status,
      effective_at: effective?.shown ?? null,
      issued_at: issued?.shown ?? null,
      performer: allDisplays(resource["performer"]),
      result_count: results.length,
    },
    fhir: { ...resource, ...sharedInFhir(resource, status) },
  };
}

function allDisplays(references: unknown): string | null {
  const displays = objectsIn(references).flatMap(({ display }) => textIn(display) ?? []);
  return displays.length === 0 ? null : displays.join(", ");
}

function effectiveOf(resource: Json): Moment | null {
  return (
    momentIn(resource["effectiveDateTime"]) ??
    momentIn(resource["effectiveInstant"]) ??
    endOf(objectIn(resource["effectivePeriod"]))
  );
}

/** Status and times as FHIR takes them: its instants have a time of day. */
function sharedInFhir(resource: Json, status: string): Json {
  const { effectiveDateTime, effectiveInstant, issued } = resource;
  return {
    status,
    effectiveDateTime: effectiveDateTime ?? effectiveInstant,
    effectiveInstant: undefined,
    issued: textIn(issued)?.includes("T") === true ? issued : undefined,
  };
}
