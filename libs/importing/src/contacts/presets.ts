import { LIST_FIELDS, type ImportColumn, type ImportMatch, type ImportPart } from "../import.ts";
import { CARD_HEADERS, folded, GOOGLE_HEADERS, HUBSPOT_HEADERS, PLAIN_HEADERS } from "./header-names.ts";

/** Mapping of the columns of one program's files to fields of contacts (imports.presets). */
interface Preset {
  name: string;
  /** Reports whether the headers of a part, folded, are those of the program. */
  fits: (headers: ReadonlySet<string>, format: string | null) => boolean;
  fieldOf: (column: ImportColumn, part: ImportPart) => string | undefined;
}

const hubspot: Preset = {
  name: "hubspot_contacts",
  fits: (headers) =>
    ["record id", "record id - contact"].some((one) => headers.has(one)) &&
    ["email", "first name", "last name"].some((one) => headers.has(one)),
  fieldOf: ({ header }) => HUBSPOT_HEADERS.get(folded(header)),
};

const FURTHER: readonly (readonly [RegExp, string])[] = [
  [/^e-mail \d+ - value$/, "additional_emails"],
  [/^phone \d+ - value$/, "additional_phones"],
];

const google: Preset = {
  name: "google_contacts",
  fits: (headers) =>
    ["e-mail 1 - value", "phone 1 - value", "group membership"].some((one) => headers.has(one)) ||
    (headers.has("labels") && headers.has("organization name")),
  fieldOf: ({ header }) => {
    const name = folded(header);
    return GOOGLE_HEADERS.get(name) ?? FURTHER.find(([form]) => form.test(name))?.[1];
  },
};

const vcard: Preset = {
  name: "vcard",
  fits: (_headers, format) => format === "vcf",
  fieldOf: ({ header }, { columns, rows }) => {
    const isNamed = columns.some(
      ({ header: name, empty }) => /^(?:first|last)_name$/.test(name) && empty < rows,
    );
    if (header === "full_name") return isNamed ? undefined : "display_name";
    return CARD_HEADERS.get(folded(header));
  },
};

const PRESETS: readonly Preset[] = [vcard, hubspot, google];

/** Names of the presets of contacts. */
export const contactPresets: readonly string[] = PRESETS.map(({ name }) => name);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Headers that are fields already, as files of our own lists have them. */
const OWN = /^(?:address\.(?:line[12]|city|region|postal_code|country)|custom\..+|consent\.\w+\.\w+)$/;

const plain: Omit<Preset, "name" | "fits"> = {
  fieldOf: ({ header, samples }) => {
    if (folded(header) === "id")
      return samples.length > 0 && samples.every((one) => UUID.test(one)) ? "id" : "external_id";
    return OWN.test(header) ? header : PLAIN_HEADERS.get(folded(header));
  },
};

/**
 * Maps parts to contacts by a preset: the one of this name, with undefined the one that the headers show, with null
 * none. Without a preset columns go to the members that are called the same (imports.presets).
 */
export function suggestedContacts(
  parts: readonly ImportPart[],
  name: string | null | undefined,
  { format }: { format: string | null },
): { parts: ImportPart[]; preset: string | null } {
  const headers = parts.map(({ columns }) => new Set(columns.map(({ header }) => folded(header))));
  const found =
    name === undefined
      ? PRESETS.find(({ fits }) => headers.some((own) => fits(own, format)))
      : PRESETS.find((one) => one.name === name);
  const lenient = found === undefined ? NONE : LENIENT;
  const own = parts.map((part) => mapped(part, found ?? plain, lenient));
  return { parts: own, preset: found?.name ?? null };
}

/** Fields of which other programs have values that contacts do not take: a fault leaves their cell empty. */
const LENIENT: ReadonlySet<string> = new Set([
  "address.country",
  "birth_date",
  "owner_id",
  "lifecycle_stage",
]);
const NONE: ReadonlySet<string> = new Set();

function mapped(
  part: ImportPart,
  { fieldOf }: Pick<Preset, "fieldOf">,
  lenient: ReadonlySet<string>,
): ImportPart {
  const taken = new Set<string>();
  const columns = part.columns.map((column): ImportColumn => {
    const field = fieldOf(column, part);
    const isFree = field !== undefined && (LIST_FIELDS.has(field) || !taken.has(field));
    // A column without a value takes no field from another one.
    if (!isFree || column.empty === part.rows || column.unread !== undefined) return column;
    taken.add(field);
    return {
      ...column,
      to: { field },
      ...(lenient.has(field) && { on_error: "empty", on_unknown: "empty" }),
    };
  });
  return { ...part, target: { kind: "contacts" }, columns, match: matchOf(part, columns) };
}

/** Returns the field by which rows find contacts: one that every row has, else one that some have. */
function matchOf({ rows }: ImportPart, columns: readonly ImportColumn[]): ImportMatch | null {
  const emptyIn = (name: string) => columns.find(({ to }) => to?.field === name)?.empty ?? rows;
  const whole = ["id", "external_id", "email"].find((name) => emptyIn(name) === 0);
  const by = whole ?? ["email", "external_id", "phone"].find((name) => emptyIn(name) < rows);
  const id = columns.some(({ to }) => to?.field === "id") ? "id" : undefined;
  const key = id ?? by;
  return key === undefined ? null : { by: key, on_match: "update", on_new: "create" };
}
