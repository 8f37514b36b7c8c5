import { AppError } from "@jst/errors";
import type { ContactValues } from "../../gen/resources.ts";
import type { Contact } from "../../gen/rpc.ts";

/** Whose value stays where both contacts have one. */
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
    "address",
    "lifecycle_stage",
  ] as const),
  ...(["owner_id", "source", "timezone", "locale", "birth_date", "notes"] as const),
];
const MOST = { additional_emails: 10, additional_phones: 10, tags: 50, custom: 100 } as const;

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== "";
const itself = (text: string): string => text;
const caseBlind = (text: string): string => text.toLowerCase();

/**
 * What the target holds after the source was merged into it: what one of them alone has, else what the preferred one
 * has; lists of both, the target's first, with the e-mail address and telephone number that gave way. Throws
 * limit_reached when that is more than a contact holds (contacts.merge).
 */
export function mergedMembers(target: Contact, source: Contact, prefer: Preference): Partial<ContactValues> {
  const [first, second] = prefer === "target" ? [target, source] : [source, target];
  const single = Object.fromEntries(
    SINGLE.map((name) => [name, isFilled(first[name]) ? first[name] : second[name]]),
  ) as Pick<ContactValues, (typeof SINGLE)[number]>;
  const merged = {
    ...single,
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

function requireRoom(merged: Record<keyof typeof MOST, object>): void {
  const errors = Object.entries(MOST).flatMap(([field, most]) => {
    const value = merged[field as keyof typeof MOST];
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count <= most) return [];
    return [
      { field, code: "too_many", message: `Both have ${count} together; a contact has at most ${most}.` },
    ];
  });
  if (errors.length > 0)
    throw new AppError("limit_reached", "Together the two contacts have more than one may have.", { errors });
}
