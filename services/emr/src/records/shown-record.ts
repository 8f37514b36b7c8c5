type Kind = "problem" | "medication" | "allergy" | "analyte" | "report";

/** Members that records of an earlier release lack; their resources were not read for them. */
const LACKING: Readonly<Record<Kind, object>> = {
  problem: { onset_text: null, abatement_text: null },
  medication: { do_not_perform: false, dosages: [], note: null },
  allergy: { note: null, onset_text: null },
  analyte: { absent_reason: null, reference_ranges: [], note: null },
  report: {},
};

/** JSON of a record of the kind, over alias r; for FHIR also its type and what was read of its resource. */
export function shownRecord(kind: Kind, isFhir = false): string {
  const shown = `jsonb_build_object('id', r.id) || '${JSON.stringify(LACKING[kind])}'::jsonb || r.item`;
  return isFhir ? `${shown} || jsonb_build_object('resource_type', r.resource_type, 'fhir', r.fhir)` : shown;
}
