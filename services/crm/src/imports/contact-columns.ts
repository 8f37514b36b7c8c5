import type { FieldError } from "@jst/errors";
import { LIST_FIELDS, type ImportColumn, type ImportPart, type TargetColumn } from "@jst/importing";
import { foldedEmail } from "@jst/values/email";
import { contactDeclaration } from "../../gen/resources.ts";
import {
  addressesOf,
  consentOf,
  countryFrom,
  customOf,
  idOf,
  listOf,
  ownerOf,
  stageOf,
  tagsOf,
  valueOf,
} from "./field-values.ts";

type Read = TargetColumn["read"];

/** Readers of members that are not plain texts. */
const READERS: Readonly<Record<string, Read>> = {
  email: addressesOf("email"),
  additional_emails: listOf("email"),
  phone: addressesOf("phone"),
  additional_phones: listOf("phone"),
  tags: tagsOf,
  lifecycle_stage: stageOf,
  owner_id: ownerOf,
  birth_date: valueOf("date"),
  notes: valueOf("long_text"),
};

/** Members that are fields themselves; an address and custom are so by their parts. */
const PLAIN: ReadonlySet<string> = new Set(
  contactDeclaration.members
    .filter(({ kind, isWritable }) => isWritable === true && kind !== "object" && kind !== "free")
    .map(({ name }) => name),
);
const ADDRESS_PARTS = ["line1", "line2", "city", "region", "postal_code", "country"];
const CONSENTS = ["email", "sms", "whatsapp"].flatMap((channel) => [
  `consent.${channel}.transactional`,
  `consent.${channel}.marketing`,
]);
const CUSTOM_KEY_CHARS_MAX = 100;

/** Members by which rows find contacts. */
export const KEYS: readonly string[] = ["id", "email", "phone", "external_id"];

/** Returns the reader of a field for a column; undefined for a field that contacts do not have. */
function readerOf(field: string, { header, guess }: ImportColumn): Read | undefined {
  if (field === "id") return idOf;
  if (PLAIN.has(field)) return Object.hasOwn(READERS, field) ? READERS[field] : valueOf("text");
  if (CONSENTS.includes(field)) return consentOf(header);
  const dot = field.indexOf(".");
  const [kind, rest] = [field.slice(0, dot), field.slice(dot + 1)];
  if (kind === "custom" && rest !== "" && rest.length <= CUSTOM_KEY_CHARS_MAX) return customOf(guess);
  if (kind !== "address" || !ADDRESS_PARTS.includes(rest)) return undefined;
  return rest === "country" ? countryFrom : valueOf("text");
}

/** Finds the fields to which the columns of a part go; faults go to `errors` under `at`. */
export function contactColumns(
  { columns, match }: ImportPart,
  at: string,
  errors: FieldError[],
): Map<number, TargetColumn> {
  const found = new Map<number, TargetColumn>();
  for (const column of columns) {
    if (column.to === null) continue;
    const { field } = column.to;
    const read = field === undefined ? undefined : readerOf(field, column);
    if (field === undefined || read === undefined) {
      const message = `Contacts do not have this field. Send a member of a contact, address.city, custom.KEY or ${CONSENTS[1] ?? ""}.`;
      const place = `${at}.columns.${column.index}.to.field`;
      errors.push({ field: place, code: field === undefined ? "required" : "unknown_field", message });
    } else found.set(column.index, targetOf(field, read, match?.by));
  }
  return found;
}

function targetOf(field: string, read: Read, by: string | undefined): TargetColumn {
  const isKey = field === "email" || field === "external_id" || field === by;
  return {
    name: field === "id" ? null : field,
    read,
    ...(LIST_FIELDS.has(field) && { isList: true }),
    ...(isKey && { unique: (value) => keyOf(field, value) }),
  };
}

/** Returns the value by which a row finds its contact: of several addresses the first one. */
export function keyOf(field: string, value: unknown): string {
  const text = String(Array.isArray(value) ? value[0] : value);
  return field === "email" ? foldedEmail(text) : text;
}
