import { showsSomething } from "@jst/values";
import { validationFailed, type FieldError } from "@jst/errors";
import { isDate, shownInstant } from "@jst/query";
import type { Member } from "./declaration.ts";

/** Brings a member's value into the form in which it is stored, or reports what is wrong with it at `field`. */
export type Normalise = (value: never, field: string, errors: FieldError[]) => unknown;

/** Normalisers of a service by member; each takes a value that is neither null nor empty. */
export type Normalisers = Readonly<Record<string, Normalise>>;

/**
 * The members that a body names in their stored form: ids in lower case, times to the millisecond, an empty text as
 * none. Throws validation_failed with every refused member at once.
 */
export function storedForm(
  noun: string,
  members: readonly Member[],
  body: object,
  normalisers: Normalisers,
): Record<string, unknown> {
  const given = body as Readonly<Record<string, unknown>>;
  const errors: FieldError[] = [];
  const stored: Record<string, unknown> = {};
  for (const member of members) {
    const value = given[member.name];
    if (member.isWritable !== true || value === undefined) continue;
    stored[member.name] = isEmpty(value, member)
      ? emptyOf(noun, member, errors)
      : filled(value, member, normalisers[member.name], errors);
  }
  if (errors.length > 0) throw validationFailed(errors);
  return stored;
}

/** Returns the values of writable members that a create leaves out. */
export function initialValues(members: readonly Member[]): Record<string, unknown> {
  const writable = members.filter(({ isWritable }) => isWritable === true);
  return Object.fromEntries(writable.map((member) => [member.name, member.initial ?? emptyValue(member)]));
}

function emptyValue({ kind }: Member): unknown {
  if (kind === "texts" || kind === "uuids" || kind === "objects") return [];
  return kind === "free" ? {} : null;
}

function isEmpty(value: unknown, { isTrimmed, isVerbatim }: Member): boolean {
  if (value === null) return true;
  return (
    isVerbatim !== true &&
    typeof value === "string" &&
    (isTrimmed === true ? !showsSomething(value) : value === "")
  );
}

/** A member that always has a value is refused without one; the schema has refused its null already. */
function emptyOf(noun: string, member: Member, errors: FieldError[]): unknown {
  if (member.isNeverNull === true) {
    const message = `A ${noun} needs a ${member.name.replaceAll("_", " ")}.`;
    errors.push({ field: member.name, code: "required", message });
  }
  return emptyValue(member);
}

function filled(
  value: unknown,
  { name, kind, isTrimmed }: Member,
  normalise: Normalise | undefined,
  errors: FieldError[],
): unknown {
  if (normalise !== undefined) return normalise(value as never, name, errors);
  switch (kind) {
    case "text":
      return isTrimmed === true ? (value as string).trim() : value;
    case "uuid":
      return (value as string).toLowerCase();
    case "uuids":
      return (value as string[]).map((id) => id.toLowerCase());
    case "date":
      return checked(value as string, isDate(value as string), name, "Write it as 2026-01-31.", errors);
    case "datetime":
      return shownInstant(value as string);
    default:
      return value;
  }
}

function checked(
  text: string,
  isGood: boolean,
  field: string,
  message: string,
  errors: FieldError[],
): string {
  if (!isGood) errors.push({ field, code: "invalid_format", message });
  return text;
}
