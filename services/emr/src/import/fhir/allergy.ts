import { codeOf, firstCode, statementIn, SNOMED, wordsOf } from "./codes.ts";
import { wordIn } from "./invalid.ts";
import { objectIn, objectsIn, textsIn, type Json } from "./json.ts";
import { dateIn, momentIn } from "./moments.ts";
import { plain, type Mapped } from "./record.ts";

const CLINICAL = ["active", "inactive", "resolved"] as const;
const VERIFICATION = ["unconfirmed", "presumed", "confirmed", "refuted"] as const;
const TYPES = ["allergy", "intolerance"] as const;
const CATEGORIES = ["food", "medication", "environment", "biologic"] as const;
const SEVERITIES = ["mild", "moderate", "severe"] as const;
/** The most critical come first. */
const CRITICALITIES = ["high", "low", "unable-to-assess"] as const;

/** An AllergyIntolerance as an allergy (clinical.allergies). */
export function allergyOf(resource: Json): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, SNOMED);
  const status = wordIn(firstCode(resource["clinicalStatus"]) ?? undefined, CLINICAL);
  const verification = wordIn(firstCode(resource["verificationStatus"]) ?? undefined, VERIFICATION);
  const criticality = wordIn(resource["criticality"], CRITICALITIES);
  const statement = statementIn(concept, { snomed: "716186003", ips: "no-known-allergies" });
  const isLive = verification !== "refuted" && (status === "active" || status === null);
  const recorded = momentIn(resource["recordedDate"]);
  return {
    ...plain,
    kind: "allergy",
    status,
    isActive: statement === undefined && isLive,
    isNoneKnown: statement === "none" && isLive,
    rank: criticality === null ? CRITICALITIES.length : CRITICALITIES.indexOf(criticality),
    instant: recorded?.instant ?? null,
    item: {
      code,
      text: wordsOf(concept, code),
      type: wordIn(resource["type"], TYPES),
      category: textsIn(resource["category"]).map((category) => wordIn(category, CATEGORIES)),
      criticality,
      clinical_status: status,
      verification_status: verification,
      reactions: objectsIn(resource["reaction"]).map((reaction) => ({
        manifestation: wordsOf(objectsIn(reaction["manifestation"])[0]),
        severity: wordIn(reaction["severity"], SEVERITIES),
      })),
      onset_date: dateIn(resource["onsetDateTime"]) ?? dateIn(objectIn(resource["onsetPeriod"])["start"]),
      recorded_at: recorded?.shown ?? null,
    },
  };
}
