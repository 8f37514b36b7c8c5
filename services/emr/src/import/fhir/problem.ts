import { codeOf, firstCode, statementIn, SNOMED, textOrDisplay, wordsOf } from "./codes.ts";
import { wordIn } from "./invalid.ts";
import { objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { dateIn, momentIn } from "./moments.ts";
import { plain, type Mapped } from "./record.ts";

const CLINICAL = ["active", "recurrence", "relapse", "inactive", "remission", "resolved"] as const;
const VERIFICATION = ["unconfirmed", "provisional", "differential", "confirmed", "refuted"] as const;

/** A Condition as a problem (clinical.problems). */
export function problemOf(resource: Json): Mapped {
  const concept = resource["code"];
  const code = codeOf(concept, SNOMED);
  const status = wordIn(firstCode(resource["clinicalStatus"]) ?? undefined, CLINICAL);
  const verification = wordIn(firstCode(resource["verificationStatus"]) ?? undefined, VERIFICATION);
  const statement = statementIn(concept, { snomed: "160245001", ips: "no-known-problems" });
  const isLive = verification !== "refuted";
  const recorded = momentIn(resource["recordedDate"]);
  return {
    ...plain,
    kind: "problem",
    status,
    isActive: statement === undefined && isLive && ["active", "recurrence", "relapse"].includes(status ?? ""),
    isNoneKnown: statement === "none" && isLive && (status === "active" || status === null),
    instant: recorded?.instant ?? null,
    item: {
      code,
      text: wordsOf(concept, code),
      clinical_status: status,
      verification_status: verification,
      category: firstCode(objectsIn(resource["category"])[0]),
      severity: textOrDisplay(resource["severity"]),
      onset_date: dateIn(resource["onsetDateTime"]) ?? dateIn(objectIn(resource["onsetPeriod"])["start"]),
      abatement_date:
        dateIn(resource["abatementDateTime"]) ?? dateIn(objectIn(resource["abatementPeriod"])["end"]),
      recorded_at: recorded?.shown ?? null,
      note: notesOf(resource),
    },
  };
}

function notesOf(resource: Json): string | null {
  const notes = objectsIn(resource["note"]).flatMap(({ text }) => textIn(text) ?? []);
  return notes.length === 0 ? null : notes.join("\n");
}
