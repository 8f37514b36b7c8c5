import type { CellReading, ColumnMapping, ImportOptions, TargetColumn } from "@jst/importing";
import { isUuid } from "@jst/rpc";
import { readList, sourceText, type Cell } from "@jst/tabular/read";
import { readValue, type ValueContext, type ValueType } from "@jst/tabular/values";
import { foldedEmail, isEmail } from "@jst/values/email";
import { countryOf } from "./countries.ts";

type FilledCell = Exclude<Cell, null>;
type Read = TargetColumn["read"];

/** Sign between several values in a cell of Google. */
const SEVERAL = ":::";

const contextOf = (mapping: ColumnMapping, options: ImportOptions): ValueContext => ({
  timeZone: options.timezone,
  country: options.default_country ?? undefined,
  decimal: mapping.decimal ?? undefined,
  dateOrder: mapping.date_order ?? undefined,
});

const refused = (code: string, message: string): CellReading => ({ fault: { code, message } });

/** Reads a cell as one value of a type (imports.values). */
export const valueOf =
  (type: ValueType): Read =>
  (cell, mapping, options) => {
    const { value, fault } = readValue(cell, type, contextOf(mapping, options));
    return fault === undefined ? { value } : refused(fault.code, fault.message);
  };

/** Reads a cell as one address, or as a list if it has several: the first one is the primary one. */
export const addressesOf =
  (type: "email" | "phone"): Read =>
  (cell, mapping, options) => {
    const reading = each(partsOf(sourceText(cell), SEVERAL), valueOf(type), mapping, options);
    const [first, ...others] = reading.fault === undefined ? (reading.value as string[]) : [];
    return reading.fault === undefined
      ? { value: others.length === 0 ? first : [first, ...others] }
      : reading;
  };

/** Reads a cell as a list of values of a type. */
export const listOf =
  (type: ValueType): Read =>
  (cell, mapping, options) =>
    each(itemsOf(sourceText(cell)), valueOf(type), mapping, options);

function each(
  texts: readonly string[],
  read: Read,
  mapping: ColumnMapping,
  options: ImportOptions,
): CellReading {
  const values: unknown[] = [];
  for (const text of texts) {
    const reading = read(text, mapping, options);
    if (reading.fault !== undefined) return reading;
    values.push(reading.value);
  }
  return { value: values };
}

const partsOf = (text: string, sign: string): string[] =>
  text
    .split(sign)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Splits a list at the sign of the program that wrote it, else as one line of CSV. */
function itemsOf(text: string): string[] {
  const sign = [SEVERAL, ";"].find((one) => text.includes(one));
  return sign === undefined ? readList(text) : partsOf(text, sign);
}

/** Group in which Google has every contact. */
const GROUP_OF_ALL = "myContacts";

/** Reads labels: the groups that Google itself makes have a star before their names. */
export const tagsOf: Read = (cell) => ({
  value: itemsOf(sourceText(cell).normalize("NFC"))
    .map((label) => label.replace(/^\* ?/, ""))
    .filter((label) => label !== "" && label !== GROUP_OF_ALL),
});

/** Stages by the names that HubSpot has for them. */
const STAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lead: ["lead", "subscriber"],
    prospect: ["prospect", "marketing qualified lead", "sales qualified lead", "opportunity"],
    customer: ["customer", "evangelist"],
    former: ["former", "former customer"],
    other: ["other"],
  }).flatMap(([stage, names]) => names.map((name) => [name.replaceAll(" ", ""), stage] as const)),
);

/** Reads a stage by its own name or by that of HubSpot. */
export const stageOf: Read = (cell) => {
  const value = STAGES.get(
    sourceText(cell)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, ""),
  );
  const message =
    "This is not a valid stage. Write lead, prospect, customer, former or other, or a stage of HubSpot.";
  return value === undefined ? { ...refusedUnknown(message) } : { value };
};

const refusedUnknown = (message: string): CellReading => ({
  fault: { code: "invalid_value", message },
  isUnknown: true,
});

/** Reads a country by its code or its name. */
export const countryFrom: Read = (cell) => {
  const value = countryOf(sourceText(cell));
  return value === undefined
    ? refused("invalid_value", "This is not a valid country. Write its code, such as DE.")
    : { value };
};

/** Longest name of a member. */
const NAME_MAX = 200;

/** Name of a member with the address behind it, as HubSpot and mail programs write it. */
const NAMED_ADDRESS = /^[^<>()]+(?:\(([^\s<>()]+)\)|<([^\s<>()]+)>)$/;

/** Returns the address in a text such as `Ada Lovelace (ada@example.com)`; undefined where it has none. */
export function addressIn(text: string): string | undefined {
  const [, inBrackets, inAngles] = NAMED_ADDRESS.exec(text) ?? [];
  const address = inBrackets ?? inAngles;
  return address !== undefined && isEmail(address) ? foldedEmail(address) : undefined;
}

/**
 * Reads the id, the e-mail address or the full name of a member, also a name with its address; the write judges
 * whether the team has the member.
 */
export const ownerOf: Read = (cell) => {
  const text = sourceText(cell).trim();
  if (isUuid(text)) return { value: text.toLowerCase() };
  if (isEmail(text)) return { value: foldedEmail(text) };
  const name = text.normalize("NFC").replaceAll(/\s+/g, " ");
  if (name.length <= NAME_MAX && (!name.includes("@") || addressIn(name) !== undefined))
    return { value: name };
  return refused(
    "invalid_format",
    "This is not a member. Write the id, the e-mail address or the full name of a member.",
  );
};

/** Reads the id of a contact. */
export const idOf: Read = (cell) => {
  const text = sourceText(cell).trim();
  return isUuid(text)
    ? { value: text.toLowerCase() }
    : refused("invalid_format", "This is not the id of a contact. Write an id, or leave the cell empty.");
};

/** Types of values that `custom` has as JSON, not as text. */
const TYPED: readonly string[] = ["number", "integer", "boolean", "date"];

/** Reads a value of a field of the team's own, as its type if all values of the column have it. */
export function customOf({ type, confidence }: { type: string; confidence: number }): Read {
  return valueOf(confidence === 1 && TYPED.includes(type) ? (type as ValueType) : "long_text");
}

const OPT_OUT = /unsubscrib|opt(?:ed)?[ _-]?out|abgemeldet|abbestellt/i;
const AGREED: readonly string[] = ["opted_in", "opted in", "subscribed", "confirmed", "granted"];
const DECLINED: readonly string[] = [
  ...["opted_out", "opted out", "unsubscribed", "declined"],
  ...["denied", "cleaned", "bounced"],
];

/**
 * Reads a consent (imports.consents). Yes in a column whose header names an opt-out is one, and no says nothing there;
 * in any other column yes is an agreement, and no is an opt-out.
 */
export function consentOf(header: string): Read {
  const isOptOut = OPT_OUT.test(header);
  return (cell, mapping, options) => {
    const status = consentIn(cell, mapping, options);
    if (status === undefined)
      return refused("invalid_value", "This is not a valid consent. Write opted_in or opted_out.");
    if (typeof status === "string") return { value: status };
    if (isOptOut) return { value: status ? "opted_out" : null };
    return { value: status ? "opted_in" : "opted_out" };
  };
}

function consentIn(
  cell: FilledCell,
  mapping: ColumnMapping,
  options: ImportOptions,
): boolean | string | undefined {
  const text = sourceText(cell).trim().toLowerCase();
  if (AGREED.includes(text)) return "opted_in";
  if (DECLINED.includes(text)) return "opted_out";
  const { value } = valueOf("boolean")(cell, mapping, options);
  return typeof value === "boolean" ? value : undefined;
}
