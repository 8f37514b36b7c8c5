import { identifiersOf } from "./codes.ts";
import { indexed } from "./invalid.ts";
import { objectsIn, textIn, textsIn, type Json } from "./json.ts";
import { dateIn, momentIn } from "./moments.ts";

/** A Patient as the roster has one. */
export interface MappedPatient {
  system: string;
  value: string;
  name: { given: string[]; family: string | null; text: string | null };
  sortName: string | null;
  birthDate: string | null;
  sex: string;
  deceased: boolean | null;
  deceasedAt: string | null;
}

/** The patient of a Patient; undefined of one without an identifier (clinical.import-identity). */
export function patientOf(resource: Json): MappedPatient | undefined {
  const identifiers = identifiersOf(resource);
  const known = identifiers.find(({ isRecordNumber }) => isRecordNumber) ?? identifiers[0];
  if (known === undefined) return undefined;
  const name = nameOf(resource);
  const died = momentIn(resource["deceasedDateTime"]);
  const sorted = [name.family ?? "", name.given.join(" ")].join(" ").trim();
  const isDead = resource["deceasedBoolean"];
  return {
    system: indexed(known.system, "identifier.system"),
    value: indexed(known.value, "identifier.value"),
    name,
    sortName: (sorted === "" ? name.text : sorted)?.toLowerCase().slice(0, 200).toWellFormed() ?? null,
    birthDate: dateIn(resource["birthDate"]),
    sex: textIn(resource["gender"]) ?? "unknown",
    deceased: died === null ? (typeof isDead === "boolean" ? isDead : null) : true,
    deceasedAt: died?.shown ?? null,
  };
}

/** The official name, else the usual one, else the first that is not an old one. */
function nameOf(resource: Json): MappedPatient["name"] {
  const names = objectsIn(resource["name"]);
  const used = (use: string) => names.find((name) => name["use"] === use);
  const name = used("official") ?? used("usual") ?? names.find((one) => one["use"] !== "old") ?? {};
  const [given, family] = [textsIn(name["given"]), textIn(name["family"])];
  const whole = [...given, family].filter((part) => part !== null).join(" ");
  return { given, family, text: textIn(name["text"]) ?? (whole === "" ? null : whole) };
}
