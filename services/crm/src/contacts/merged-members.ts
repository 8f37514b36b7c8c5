import { AppError } from "@jst/errors";
import type { ContactValues } from "../../gen/resources.ts";
import type { Contact } from "../../gen/rpc.ts";

/** Contact whose value stays if both have one. */
export type Preference = "target" | "source";

/** Members of which a contact has one value or none; external_id moves by a rule of its own. */
const SINGLE = [
  ...([
    "first_name",
    "last_name",
    "email",
    "phone",
    "company",
    "title",
    "lifecycle_stage",
    "owner_id",
  ] as const),
  ...(["source", "timezone", "locale", "birth_date"] as const),
];
const MOST = { additional_emails: 10, additional_phones: 10, tags: 50, custom: 100 } as const;

const NOTES_CHARS_MAX = 10_000;

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== "";
const itself = (text: string): string => text;
const caseBlind = (text: string): string => text.toLowerCase();

/**
 * Returns the members of the target after the merge: a value that one of them alone has, else that of the preferred
 * one; lists of both, the target's first, with the e-mail address and telephone number that gave way; notes of both,
 * with the postal address that gave way. Throws limit_reached when that is more than a contact holds (contacts.merge).
 */
export function mergedMembers(target: Contact, source: Contact, prefer: Preference): Partial<ContactValues> {
  const [first, second] = prefer === "target" ? [target, source] : [source, target];
  const single = Object.fromEntries(
    SINGLE.map((name) => [name, isFilled(first[name]) ? first[name] : second[name]]),
  ) as Pick<ContactValues, (typeof SINGLE)[number]>;
  const address = mergedAddress(first.address, second.address);
  const merged = {
    ...single,
    address: address.kept,
    notes: joinedNotes([first.notes, second.notes, address.gaveWay]),
    additional_emails: united(
      [...target.additional_emails, second.email, ...source.additional_emails],
      caseBlind,
      single.email,
    ),
    additional_phones: united(
      [...target.additional_phones, second.phone, ...source.additional_phones],
      itself,
      single.phone,
    ),
    tags: united([...target.tags, ...source.tags], itself),
    custom: filledCustom(first.custom, second.custom),
    external_id: target.external_id ?? source.external_id,
  };
  requireRoom(merged);
  return merged;
}

/** The values in their order, each once, without the empty ones and the one that stands elsewhere. */
function united(
  values: readonly (string | null)[],
  form: (text: string) => string,
  elsewhere: string | null = null,
): string[] {
  const byForm = new Map<string, string>();
  for (const value of values) if (value !== null && !byForm.has(form(value))) byForm.set(form(value), value);
  if (elsewhere !== null) byForm.delete(form(elsewhere));
  return [...byForm.values()];
}

/** Key by key; a key whose value is empty gives way to one that has a value. */
function filledCustom(first: object, second: object): Record<string, unknown> {
  const filled = Object.entries(first).filter(([, value]) => isFilled(value));
  return { ...first, ...second, ...Object.fromEntries(filled) };
}

type Address = Contact["address"];
type AddressPart = keyof NonNullable<Address>;

/** Members of an address in the order in which it is written. */
const ADDRESS_PARTS = [
  "line1",
  "line2",
  "postal_code",
  "city",
  "region",
  "country",
] as const satisfies AddressPart[];

/** Compares as people do: neither case nor blanks count. */
const alike = (one: unknown, other: unknown): boolean =>
  String(one).trim().toLowerCase() === String(other).trim().toLowerCase();

/**
 * Returns the address of the merged contact. If no part of the two addresses differs, one fills the other; parts
 * of two places are never mixed: the second address gives way as a whole, as a line of text (contacts.merged-texts).
 */
function mergedAddress(first: Address, second: Address): { kept: Address; gaveWay: string | null } {
  if (first === null || second === null) return { kept: first ?? second, gaveWay: null };
  const parts = ADDRESS_PARTS.map((name) => ({ name, one: first[name], other: second[name] }));
  const isOther = parts.some(({ one, other }) => isFilled(one) && isFilled(other) && !alike(one, other));
  if (isOther) {
    const gaveWay = parts.flatMap(({ other }) => (isFilled(other) ? [other] : [])).join(", ");
    return { kept: ADDRESS_PARTS.some((name) => isFilled(first[name])) ? first : second, gaveWay };
  }
  const filled = parts.map(({ name, one, other }) => [name, isFilled(one) ? one : other]);
  return { kept: { ...second, ...first, ...Object.fromEntries(filled) } as Address, gaveWay: null };
}

/** Notes one below the other, with an empty line between; one that stands in another already is not repeated. */
function joinedNotes(notes: readonly (string | null)[]): string | null {
  const joined: string[] = [];
  for (const note of notes) {
    const text = note?.trim() ?? "";
    if (text !== "" && !joined.some((other) => other.includes(text))) joined.push(note ?? "");
  }
  return joined.length === 0 ? null : joined.join("\n\n");
}

function requireRoom({
  notes,
  ...merged
}: Record<keyof typeof MOST, object> & { notes: string | null }): void {
  const errors = Object.entries(MOST).flatMap(([field, most]) => {
    const value = merged[field as keyof typeof MOST];
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count <= most) return [];
    return [
      {
        field,
        code: "too_many",
        message: `The two contacts have ${count} together, but a contact can have at most ${most}. Remove some first.`,
      },
    ];
  });
  const chars = Array.from(notes ?? "").length;
  if (chars > NOTES_CHARS_MAX) {
    const message = `The two contacts have ${chars} characters of notes together, but a contact can have at most ${NOTES_CHARS_MAX}. Shorten the notes of one contact first.`;
    errors.push({ field: "notes", code: "too_long", message });
  }
  if (errors.length > 0)
    throw new AppError(
      "limit_reached",
      "The two contacts together exceed the limits of one contact. See errors.",
      { errors },
    );
}
