import { allWords, codeOf, firstCode, notesOf, statementIn, wordsOf } from "./codes.ts";
import { Invalid } from "./invalid.ts";
import { objectsIn, textIn, textsIn, type Json } from "./json.ts";
import { momentIn } from "./moments.ts";
import { onsetOf } from "./onset.ts";
import { plain, type Mapped } from "./record.ts";
import { SNOMED, unknownMember } from "./systems.ts";

/** The most critical come first. */
const CRITICALITIES = ["high", "low", "unable-to-assess"];

/** Maps an AllergyIntolerance that was read as an allergy (clinical.allergies). */
export function allergyOf(resource: Json): Mapped {
  const concept = resource["code"] ?? substanceOf(resource);
  const code = codeOf(concept, SNOMED);
  const text = wordsOf(concept, code);
  if (text === null) throw new Invalid("code", "required");
  const status = firstCode(resource["clinicalStatus"]);
  const verification = firstCode(resource["verificationStatus"]);
  const criticality = textIn(resource["criticality"]);
  const statement = statementIn(concept, { snomed: "716186003", ips: "no-known-allergies" });
  const isLive = verification !== "refuted" && (status === "active" || status === null);
  const recorded = momentIn(resource["recordedDate"]);
  const onset = onsetOf(resource, "onset");
  return {
    ...plain,
    kind: "allergy",
    status: status ?? "active",
    isActive: statement === undefined && isLive,
    isNoneKnown: statement === "none" && isLive,
    rank: criticality === null ? CRITICALITIES.length : CRITICALITIES.indexOf(criticality),
    instant: recorded?.instant ?? null,
    item: {
      code,
      text,
      type: textIn(resource["type"]),
      category: textsIn(resource["category"]),
      criticality,
      clinical_status: status,
      verification_status: verification,
      reactions: objectsIn(resource["reaction"]).map(reactionOf),
      onset_date: onset.date,
      onset_text: onset.text,
      recorded_at: recorded?.shown ?? null,
      note: notesOf(resource["note"]),
    },
    fhir: { ...resource, code: concept, reaction: objectsIn(resource["reaction"]).map(inFhir) },
  };
}

/** The substance of a reaction names an allergy that has no code. */
function substanceOf(resource: Json): unknown {
  return objectsIn(resource["reaction"]).find(({ substance }) => wordsOf(substance) !== null)?.["substance"];
}

function reactionOf(reaction: Json): Json {
  const manifestations = allWords(reaction["manifestation"]);
  const notes = [textIn(reaction["description"]), notesOf(reaction["note"])].filter((one) => one !== null);
  return {
    manifestation: manifestations.length === 0 ? null : manifestations.join(", "),
    manifestations,
    substance: wordsOf(reaction["substance"]),
    severity: textIn(reaction["severity"]),
    note: notes.length === 0 ? null : notes.join("\n"),
  };
}

/** FHIR has no reaction without a manifestation: it is said to be unknown. */
function inFhir(reaction: Json): Json {
  return reaction["manifestation"] === undefined ? { ...reaction, manifestation: [unknownMember] } : reaction;
}
