import { foldedEmail } from "@jst/values/email";
import { LIST_FIELDS } from "@jst/importing";
import type { Contact } from "../../gen/rpc.ts";

/** Consent that a row records for an address of its contact. */
export interface RowConsent {
  field: string;
  channel: "email" | "sms" | "whatsapp";
  purpose: "transactional" | "marketing";
  status: "opted_in" | "opted_out";
}

/** Values of a row by the members of a contact; null empties a member. */
export interface RowMembers {
  plain: Record<string, unknown>;
  lists: Record<string, string[] | null>;
  address: Record<string, string | null>;
  custom: Record<string, unknown>;
  consents: RowConsent[];
}

/** Lists to which the further addresses of a cell go. */
const FURTHER: Readonly<Record<string, string>> = { email: "additional_emails", phone: "additional_phones" };

/** Sorts the values of a row by members. */
export function rowMembers(data: Readonly<Record<string, unknown>>): RowMembers {
  const row: RowMembers = { plain: {}, lists: {}, address: {}, custom: {}, consents: [] };
  for (const [field, value] of Object.entries(data)) {
    const dot = field.indexOf(".");
    const [kind, rest] = [field.slice(0, dot), field.slice(dot + 1)];
    if (dot === -1) addPlain(row, field, value);
    else if (kind === "address") row.address[rest] = value as string | null;
    else if (kind === "custom") row.custom[rest] = value;
    else if (value !== null) {
      const [channel, purpose] = rest.split(".") as [RowConsent["channel"], RowConsent["purpose"]];
      row.consents.push({ field, channel, purpose, status: value as RowConsent["status"] });
    }
  }
  return row;
}

function addPlain({ plain, lists }: RowMembers, field: string, value: unknown): void {
  if (LIST_FIELDS.has(field)) {
    lists[field] = value === null ? null : [...(lists[field] ?? []), ...(value as string[])];
    return;
  }
  const [first, ...others] = Array.isArray(value) ? (value as string[]) : [value];
  plain[field] = first;
  const further = FURTHER[field];
  if (further !== undefined && others.length > 0)
    lists[further] = [...(others as string[]), ...(lists[further] ?? [])];
}

/** Returns the body by which a contact of the row is created. */
export function createBody(row: RowMembers): Record<string, unknown> {
  const { email = null, phone = null } = row.plain as Partial<Contact>;
  const lists = Object.entries(row.lists).map(
    ([name, own]) => [name, united(name, own ?? [], { email, phone })] as const,
  );
  return {
    ...filled(row.plain),
    ...Object.fromEntries(lists),
    ...(Object.keys(filled(row.address)).length > 0 && { address: filled(row.address) }),
    ...(Object.keys(filled(row.custom)).length > 0 && { custom: filled(row.custom) }),
  };
}

/**
 * Returns the patch by which a row changes its contact (imports.contacts): lists grow, `address` and `custom` change by
 * their parts. `besides` names the key of the row if the contact has it in another place.
 */
export function patchBody(
  row: RowMembers,
  before: Contact,
  besides: string | undefined,
): Record<string, unknown> {
  const plain = Object.fromEntries(
    Object.entries(row.plain).filter(
      ([name, value]) => name !== besides && !(name === "email" && isSameEmail(before.email, value)),
    ),
  );
  const { email, phone } = { ...before, ...plain };
  const lists = Object.entries(row.lists).map(([name, own]) => {
    const former = before[name as "tags"];
    return [name, own === null ? [] : united(name, [...former, ...own], { email, phone })] as const;
  });
  return {
    ...plain,
    ...Object.fromEntries(lists),
    ...(Object.keys(row.address).length > 0 && { address: addressOf(before.address, row.address) }),
    ...(Object.keys(row.custom).length > 0 && { custom: filled({ ...before.custom, ...row.custom }) }),
  };
}

/** Whether a row has the address of its contact, maybe in another spelling, which does not replace it. */
const isSameEmail = (email: string | null, value: unknown): boolean =>
  email !== null && typeof value === "string" && foldedEmail(email) === foldedEmail(value);

function addressOf(before: Contact["address"], parts: RowMembers["address"]): object | null {
  const merged = filled({ ...before, ...parts });
  return Object.keys(merged).length === 0 ? null : merged;
}

const filled = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));

/** Returns the values in their order, each once, without the primary address. */
function united(
  name: string,
  values: readonly string[],
  { email, phone }: Pick<Contact, "email" | "phone">,
): string[] {
  const form = name === "additional_emails" ? foldedEmail : (text: string) => text;
  const primary = { additional_emails: email, additional_phones: phone }[name] ?? null;
  const byForm = new Map<string, string>();
  for (const value of values) if (!byForm.has(form(value))) byForm.set(form(value), value);
  if (primary !== null) byForm.delete(form(primary));
  return [...byForm.values()];
}
