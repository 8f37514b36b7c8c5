import type { Json } from "./json.ts";

/** A clinical resource as it is stored, but for whose it is. */
export interface Mapped {
  kind: "problem" | "medication" | "allergy" | "analyte" | "report";
  /** As the API shows it, without its id. */
  item: Json;
  /** Members that were read, in FHIR's form, without id and subject. */
  fhir: Json;
  status: string | null;
  isActive: boolean;
  isNoneKnown: boolean;
  /** For analytes: it has a value, and its status counts. */
  counts: boolean;
  analyte: string | null;
  rank: number;
  instant: string | null;
  issued: string | null;
  resultCount: number | null;
  /** References to the results that a report names. */
  results: readonly string[];
  /** Results within it, each a record of its own. */
  parts: readonly Mapped[];
}

/** Members that most resources do not have. */
export const plain = {
  isNoneKnown: false,
  counts: false,
  analyte: null,
  rank: 0,
  issued: null,
  resultCount: null,
  results: [],
  parts: [],
} as const;
