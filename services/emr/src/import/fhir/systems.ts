export const SNOMED = "http://snomed.info/sct";
export const RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm";
export const LOINC = "http://loinc.org";
export const UCUM = "http://unitsofmeasure.org";
export const ABSENT_UNKNOWN = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips";
export const HL7 = "http://terminology.hl7.org/CodeSystem";

/** An element without which FHIR has no such resource, and which was not imported. */
export const unknownMember = {
  extension: [{ url: "http://hl7.org/fhir/StructureDefinition/data-absent-reason", valueCode: "unknown" }],
};

/** Object identifiers under which older systems name the same code systems. */
const OIDS: Readonly<Record<string, string>> = {
  "2.16.840.1.113883.6.1": LOINC,
  "2.16.840.1.113883.6.8": UCUM,
  "2.16.840.1.113883.6.88": RXNORM,
  "2.16.840.1.113883.6.96": SNOMED,
};
const HOSTS: ReadonlyMap<string, string> = new Map(
  [LOINC, UCUM, RXNORM, SNOMED].map((system) => [bare(system), system]),
);

/** Returns the address that FHIR gives the code system, however the system is written (clinical.codes). */
export function canonicalSystem(system: string): string {
  const oid = /^\s*(?:urn:oid:)?(2\.16\.[\d.]*\d)\/?\s*$/i.exec(system)?.[1];
  const known = oid === undefined ? HOSTS.get(bare(system)) : OIDS[oid];
  return known ?? system;
}

function bare(system: string): string {
  return system
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/\/+$/, "");
}
