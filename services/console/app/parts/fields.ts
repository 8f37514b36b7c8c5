import { fits, keptBreaks, readWebAddress, type Reading } from "@jst/values";
import type { ReactNode } from "react";
import { textFormOf, type TextForm } from "./reading.ts";

/** How a text is written. */
type TextKind = "text" | "long" | "email" | "tel" | "url" | "date";

/** How a member of this type may be written. */
type KindOf<T> = T extends boolean
  ? "check"
  : T extends number
    ? "number"
    : T extends string
      ? TextKind | "choice" | "contact" | "own"
      : T extends readonly string[]
        ? "words" | "list"
        : never;

/** A field of a form. */
interface FieldWith<N, K> {
  /** The member of the body that it writes, by which the API names its faults. */
  name: N;
  /** Fields of kinds own and list are shown by the page itself, under the same name; a list has one for each value. */
  kind: K;
  label: string;
  /** Key of the field; a field with another key starts over. Defaults to its name. */
  key?: string;
  isRequired?: boolean;
  help?: string;
  /** How a text becomes a value and a value a text; without it the way of the kind. */
  form?: TextForm;
  /** Labels of each value, for a choice. */
  choices?: Readonly<Record<string, string>>;
  /** Own view of the value, for `own` and `list`, if it is not beside the fields. */
  shows?: () => ReactNode;
}

/** A field, whatever it writes. */
export type AnyField = FieldWith<
  string,
  TextKind | "choice" | "contact" | "own" | "check" | "number" | "words" | "list"
>;

/** A field that writes a member of B; of a B whose members only the team knows, any. */
export type Field<B> = string extends keyof B
  ? AnyField
  : { [N in keyof B & string]: FieldWith<N, KindOf<NonNullable<B[N]>>> }[keyof B & string];

const asText: TextForm = {
  begins: (value) => {
    if (value === null || value === undefined) return "";
    return typeof value === "string" ? value : JSON.stringify(value);
  },
  read: (text) => fits(text === "" ? null : text),
};

/** Forms of texts whose outer blanks mean nothing. */
const trimmed = (read: (text: string) => Reading<string>): TextForm => ({
  ...asText,
  read: (text) => (text.trim() === "" ? fits(null) : read(text.trim())),
});

const FORMS: Partial<Record<AnyField["kind"], TextForm>> = {
  number: textFormOf({ kind: "number" }),
  date: textFormOf({ kind: "date" }),
  email: trimmed(fits),
  tel: trimmed(fits),
  url: trimmed(readWebAddress),
};

/** The text form of a field. */
export const formOf = ({ form, kind }: Pick<AnyField, "form" | "kind">): TextForm =>
  form ?? FORMS[kind] ?? asText;

/** Whether a text is written in several lines: one field of a line would drop its line breaks. */
export const hasLines = (text: string): boolean => /[\r\n]/.test(text);

/** A text with the one line break that fields know. */
const asInField = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Reads the text of a field that began with the text of a value; undefined if it is still that text. */
export function readField(
  field: Pick<AnyField, "form" | "kind">,
  was: unknown,
  text: string,
): Reading<unknown> | undefined {
  const form = formOf(field);
  const began = form.begins(was);
  const written = asInField(text);
  if (written === asInField(began)) return undefined;
  return form.read(form === asText ? keptBreaks(began, written) : written);
}

/**
 * Reads the members that a person has changed, and no others (values.forms): of a new thing those that are not empty,
 * null for those that were emptied.
 */
export function writtenOf<B extends object>(
  form: FormData,
  fields: readonly Field<B>[],
  was: Partial<Record<keyof B, unknown>> | undefined,
): B {
  const known = was as Readonly<Record<string, unknown>> | undefined;
  const members = (fields as readonly AnyField[]).flatMap((field) => {
    const before = known?.[field.name];
    const value = valueOf(form, field, before);
    if (value === undefined) return [];
    if (known === undefined) return value === null ? [] : [[field.name, value] as const];
    const same = JSON.stringify(before ?? emptyOf(field.kind)) === JSON.stringify(value);
    return same ? [] : [[field.name, value] as const];
  });
  // Each kind makes the type that Field<B> demands it for.
  return Object.fromEntries(members) as B;
}

const emptyOf = (kind: AnyField["kind"]): unknown => {
  if (kind === "words" || kind === "list") return [];
  return kind === "check" ? false : null;
};

const AS_SENT: readonly AnyField["kind"][] = ["choice", "contact", "own"];

/** The value of a field; undefined for a text that nobody has changed, or that the form shows as faulty. */
function valueOf(form: FormData, field: AnyField, before: unknown): unknown {
  const { name, kind } = field;
  if (kind === "check") return form.has(name);
  if (kind === "list" || kind === "words") return form.getAll(name);
  const given = form.get(name);
  const text = typeof given === "string" ? given : "";
  if (AS_SENT.includes(kind)) return text === "" ? null : text;
  return readField(field, before, text)?.value;
}
