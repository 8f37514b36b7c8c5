import { fits, read, shown, type Kind, type Reading } from "@jst/values";
import { locale } from "../preferences/locale.ts";
import { PARTS } from "../words/parts.ts";

/** The form of a value: its kind, the zone of its clock, the currency of money, the places of a number. */
export interface ValueForm {
  kind: Kind;
  timeZone?: string;
  currency?: string;
  precision?: number;
  least?: number;
}

/** Where a value is shown and read; without a zone of the team the one of the browser. */
const contextOf = ({ timeZone = ownZone(), ...form }: ValueForm) => ({ ...form, timeZone, locale });

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows a value as a person reads it. */
export const shownAs = (value: unknown, form: ValueForm): string => shown(value, form.kind, contextOf(form));

/** Shows a value as its field begins with it, so that it reads back as the same value. */
export const editedAs = (value: unknown, form: ValueForm): string =>
  value === undefined || value === null ? "" : shown(value, form.kind, { ...contextOf(form), exact: true });

/** Reads what was written; a text of blanks is null. */
export const readAs = (text: string, form: ValueForm): Reading<number | string | null> =>
  text.trim() === "" ? fits(null) : read(text, form.kind, contextOf(form));

/** Reads a count; undefined for an empty text and one that cannot be read. */
export function countOf(text: string): number | undefined {
  const { value } = readAs(text, { kind: "integer" });
  return typeof value === "number" ? value : undefined;
}

/** The fault of a count that lies within bounds. */
export function countFault(text: string, least: number, most: number): string | undefined {
  const { fault } = readAs(text, { kind: "integer" });
  const count = countOf(text);
  if (fault !== undefined || count === undefined) return fault?.message;
  return count >= least && count <= most ? undefined : PARTS.within(least, most);
}

/** How a text of a field is made of a value, and a value of the text. */
export interface TextForm {
  begins: (value: unknown) => string;
  read: (text: string) => Reading<unknown>;
}

/** The text form of a value. */
export const textFormOf = (form: ValueForm): TextForm => ({
  begins: (value) => editedAs(value, form),
  read: (text) => readAs(text, form),
});
