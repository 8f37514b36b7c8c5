import { codeOf, firstCode, notesOf, statementIn, wordsOf } from "./codes.ts";
import { Invalid } from "./invalid.ts";
import { objectsIn, type Json } from "./json.ts";
import { momentIn } from "./moments.ts";
import { onsetOf } from "./onset.ts";
import { plain, type Mapped } from "./record.ts";
import { SNOMED } from "./systems.ts";

/** Maps a Condition that was read as a problem (clinical.problems). */
export function problemOf(resource: Json): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, SNOMED);
  const text = wordsOf(concept, code);
  if (text === null) throw new Invalid("code", "required");
  const onset = onsetOf(resource, "onset");
  const abatement = onsetOf(resource, "abatement");
  const status = firstCode(resource["clinicalStatus"]);
  const verification = firstCode(resource["verificationStatus"]);
  const statement = statementIn(concept, { snomed: "160245001", ips: "no-known-problems" });
  const isLive = verification !== "refuted";
  // Without a status a problem goes on until it is said to be over.
  const isOver = abatement.date !== null || abatement.text !== null;
  const listedAs = status ?? (isOver ? null : "active");
  const recorded = momentIn(resource["recordedDate"]);
  return {
    ...plain,
    kind: "problem",
    status: listedAs,
    isActive:
      statement === undefined && isLive && ["active", "recurrence", "relapse"].includes(listedAs ?? ""),
    isNoneKnown: statement === "none" && isLive && listedAs === "active",
    instant: recorded?.instant ?? null,
    item: {
      code,
      text,
      clinical_status: status,
      verification_status: verification,
      category: firstCode(objectsIn(resource["category"])[0]),
      severity: wordsOf(resource["severity"]),
      onset_date: onset.date,
      onset_text: onset.text,
      abatement_date: abatement.date,
      abatement_text: abatement.text,
      recorded_at: recorded?.shown ?? null,
      note: notesOf(resource["note"]),
    },
    fhir: resource,
  };
}
