import type { FieldError } from "@jst/errors";
import type { AskedField } from "./field.ts";
import { faultOf } from "./answer-faults.ts";

/** Answers by the ids of the fields. */
export type Answers = Readonly<Record<string, unknown>>;

/** What is blank, and what nobody sees: neither makes an answer. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for what counts as no answer: null, a text of blanks, an empty list. */
export function isEmptyAnswer(value: unknown): boolean {
  if (typeof value === "string") return BLANK.test(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

type Known = ReadonlySet<string>;
const nothing: Known = new Set();

/**
 * The answers that were given, in the order of the fields and as they are stored, and what is wrong with them at
 * `<at>.<id>` (forms.answers). `required` names fields that count as required besides those that say so, `files` the
 * live files of the team among those that are answered.
 */
export function readAnswers(
  fields: readonly AskedField[],
  given: Answers,
  {
    at = "data",
    required = nothing,
    files = nothing,
  }: { at?: string; required?: Known; files?: Known | undefined } = {},
): { answers: Answers; errors: FieldError[] } {
  const asked = new Map(fields.filter(({ type }) => type !== "section").map((field) => [field.id, field]));
  const errors: FieldError[] = [];
  const refuse = (id: string, code: string, message: string) =>
    errors.push({ field: `${at}.${id}`, code, message });
  for (const id of Object.keys(given))
    if (!asked.has(id)) refuse(id, "unknown_field", "There is no field of this id that takes an answer.");
  const answers: [string, unknown][] = [];
  for (const [id, field] of asked) {
    const value = Object.hasOwn(given, id) ? given[id] : undefined;
    if (isEmptyAnswer(value)) {
      if (field.required || required.has(id)) refuse(id, "required", "This field needs an answer.");
      continue;
    }
    const stored = field.type === "email" && typeof value === "string" ? value.trim() : value;
    const fault = faultOf(field, stored, files);
    if (fault === undefined) answers.push([id, stored]);
    else refuse(id, ...fault);
  }
  return { answers: Object.fromEntries(answers), errors };
}
